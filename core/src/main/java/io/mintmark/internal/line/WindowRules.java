package io.mintmark.internal.line;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.EngineLife;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Which worker numbers there are, and how far ahead they are claimed.
 *
 * @param workersFrom the first number
 * @param workersEnd the end, exclusive
 * @param preferredWorker the number to try first
 * @param window how far ahead is claimed
 * @param skew when the clock may move a line
 * @param highest turns a time of the engine's clock into the highest that the generator's clock has
 *     shown by then
 */
public record WindowRules(
    long workersFrom,
    long workersEnd,
    OptionalLong preferredWorker,
    Window window,
    ClockAheadRules skew,
    UnaryOperator<Instant> highest) {

  /**
   * No window on an engine that can forget claims reaches further ahead, and on no engine is a
   * longer tick a process's own. The same for all processes, as it is what they wait for.
   */
  public static final Duration LONGEST = Duration.ofSeconds(10);

  /** How far the clocks of servers that take each other's place may differ. */
  static final Duration CLOCK_MARGIN = Duration.ofSeconds(5);

  /** For how long after a life began no process takes a number: the longest first use. */
  public static final Duration WAIT = LONGEST.plus(CLOCK_MARGIN);

  /** The first range of numbers that is probed; it doubles when full. */
  static final long FIRST_PROBED = 8;

  /** How far ahead a worker number's line is claimed. */
  public sealed interface Window {

    /**
     * Tells how far it reaches.
     *
     * @return how many ticks from now; 0 where only what a call asks for is claimed
     */
    default long ticks() {
      return this instanceof Ticks ahead ? ahead.count : 0;
    }
  }

  /** Only what a call asks for is claimed, and the number is held no longer. */
  public record AsAsked() implements Window {}

  /**
   * Whole ticks, which are this process's alone.
   *
   * @param count how many ticks from now a window reaches, 1 or more
   */
  public record Ticks(long count) implements Window {}

  /**
   * A part of the present tick, which is too long for a window, so that processes share it.
   *
   * @param lasting how long a part should last; zero for no more than each call asks for
   */
  public record SharedTick(Duration lasting) implements Window {}

  /** How far ahead of this clock a process that holds a number may have claimed. */
  long reachMs(TickRules rules) {
    long ownMs = window.ticks() * rules.tickMs(0);
    return Math.max(ownMs, LONGEST.toMillis()) + skew.maxSkewMs();
  }

  /**
   * Lists the numbers of which a first claim takes one, if it is idle.
   *
   * @param from the first number there is
   * @param end the end, exclusive
   * @param preferred the number to try first
   * @return that one first
   */
  public static List<Long> firstWorkers(long from, long end, OptionalLong preferred) {
    Set<Long> workers = new LinkedHashSet<>();
    if (preferred.isPresent()) {
      workers.add(preferred.getAsLong());
    }
    for (long worker = from; worker < Math.min(from + FIRST_PROBED, end); worker++) {
      workers.add(worker);
    }
    return List.copyOf(workers);
  }

  /**
   * Computes the moment from which no window of an earlier life can be in use.
   *
   * @param life an engine's life
   * @return a time of the engine's clock
   */
  public static Instant forgottenEnd(EngineLife life) {
    return life.began().plus(WAIT);
  }

  /**
   * Checks windows against what an engine remembers.
   *
   * @param generator what is being set up, for the message
   * @param store where the lines are
   * @param length how far ahead is claimed
   * @return this
   * @throws ConfigurationException if the engine can lose claims, and others would have to wait too
   *     long for a window that it forgot
   */
  public WindowRules admit(String generator, ClaimStore store, Duration length) {
    if (!(window instanceof SharedTick)
        && store.canLoseAcknowledgedWrites()
        && length.compareTo(LONGEST) > 0) {
      throw new ConfigurationException(
          generator,
          Message.of(
              "the window is too long for an engine that can lose claims: window={}, at most {};"
                  + " after a restart of the engine nobody takes a worker number before the"
                  + " longest window has run out",
              length,
              LONGEST));
    }
    return this;
  }
}
