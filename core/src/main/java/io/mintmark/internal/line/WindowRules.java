package io.mintmark.internal.line;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.store.ClaimStore;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * Which worker numbers there are, and how far ahead they are claimed.
 *
 * @param workersFrom the first number
 * @param workersEnd the end, exclusive
 * @param preferredWorker the number to try first
 * @param windowTicks how many ticks from now a window reaches; 0 to claim only what a call asks for
 * @param segment where ticks are too long for windows, how long what is claimed of one should last,
 *     so that processes share a number's tick; zero where windows are of ticks, and to claim only
 *     what a call asks for
 * @param shared whether ticks are too long for windows
 * @param skew when the clock may move a line
 * @param highest turns a time of the engine's clock into the highest that the generator's clock has
 *     shown by then
 */
public record WindowRules(
    long workersFrom,
    long workersEnd,
    OptionalLong preferredWorker,
    long windowTicks,
    Duration segment,
    boolean shared,
    SkewRules skew,
    UnaryOperator<Instant> highest) {

  /**
   * Checks windows against what an engine remembers.
   *
   * @param generator what is being set up, for the message
   * @param store where the lines are
   * @param window how far ahead is claimed
   * @return this
   * @throws ConfigurationException if the engine can lose claims, and others would have to wait too
   *     long for a window that it forgot
   */
  public WindowRules admit(String generator, ClaimStore store, Duration window) {
    if (!shared
        && store.canLoseAcknowledgedWrites()
        && window.compareTo(MemoryLossRules.LONGEST_WINDOW) > 0) {
      throw new ConfigurationException(
          generator,
          Message.of(
              "the window is too long for an engine that can lose claims: window={}, at most {};"
                  + " after a restart of the engine nobody takes a worker number before the"
                  + " longest window has run out",
              window,
              MemoryLossRules.LONGEST_WINDOW));
    }
    return this;
  }
}
