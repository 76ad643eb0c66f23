package io.mintmark.internal.line;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.MovableStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Decides whether this process's clock may move a line ahead. A wrong clock would do lasting harm:
 * lines never go back, so all other processes would have to continue from its time.
 *
 * @param maxSkewMs how far the clock may be ahead of the engine's
 * @param clockConfirmed whether the clock is trusted where the engine lacks a clock to compare
 * @param engineTime converts a time on the engine's clock to the latest time that a correct
 *     generator clock can show at that moment
 */
public record ClockAheadRules(
    long maxSkewMs, boolean clockConfirmed, UnaryOperator<Instant> engineTime) {

  /**
   * If the engine lacks a clock to compare with, a reading this far past a line is still accepted.
   */
  private static final long UNCONFIRMED_MS = Duration.ofDays(1).toMillis();

  /**
   * Compares the clock with the engine's, if the engine has a clock.
   *
   * @return whether the engine has a clock
   * @throws ClockAheadException if the clock is too far ahead
   */
  boolean compare(Optional<Instant> now, long wallMs, String lines) {
    now.ifPresent(engine -> compare(engine, wallMs, lines));
    return now.isPresent();
  }

  /**
   * Compares the clock with a reading of the engine's clock.
   *
   * @throws ClockAheadException if the clock is too far ahead
   */
  void compare(Instant engine, long wallMs, String lines) {
    long aheadMs = wallMs - engineTime.apply(engine).toEpochMilli();
    if (aheadMs > maxSkewMs) {
      throw new ClockAheadException(Message.of(
          "clock is ahead of the store's: aheadMs={} > maxSkewMs={}, lines={}; nothing was claimed",
          aheadMs,
          maxSkewMs,
          lines));
    }
  }

  /**
   * Returns whether a line's position is within a day of a reading, before or after it. Correct
   * clocks leave a used line there. A line that is further ahead was moved by a wrong clock.
   */
  boolean confirms(TickRules rules, long next, long floor) {
    return next > MovableStore.MADE
        && next <= rules.end()
        && pastMs(rules, next, floor) <= UNCONFIRMED_MS
        && rules.timeMs(rules.tickOf(next - 1)) - rules.timeMs(floor) <= UNCONFIRMED_MS;
  }

  /**
   * Returns whether a reading is too far past the line's tick to be trusted. A line without claims
   * proves nothing, so then the result is false.
   */
  boolean isUnconfirmed(TickRules rules, long next, long floor) {
    return !clockConfirmed
        && next > MovableStore.MADE
        && pastMs(rules, next, floor) > UNCONFIRMED_MS;
  }

  /**
   * Refuses such a reading. Called only if the engine lacks a clock to compare it with.
   *
   * @throws ClockAheadException if the clock was not confirmed
   */
  void refuseUnconfirmed(TickRules rules, String line, long next, long floor) {
    if (isUnconfirmed(rules, next, floor)) {
      throw new ClockAheadException(Message.of(
          "clock is over a day past the line, and the store has none to compare it with:"
              + " pastMs={}, line={}; nothing was claimed; if the line was idle so long and this"
              + " clock is right, set clock-confirmed to true (clockConfirmed in Java)",
          pastMs(rules, next, floor),
          line));
    }
  }

  private static long pastMs(TickRules rules, long next, long floor) {
    return rules.timeMs(floor) - rules.timeMs(rules.nextTick(next));
  }
}
