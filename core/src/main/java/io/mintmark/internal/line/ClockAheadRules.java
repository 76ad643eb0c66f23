package io.mintmark.internal.line;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.MovableStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Decides whether this process's clock may move a line ahead. A line is a durable counter in the
 * store, and its positions here stand for times. The harm of a wrong clock would be permanent,
 * because lines never go back: all other processes would have to continue from the time of the
 * wrong clock.
 *
 * @param maxSkewMs how far this process's clock may be ahead of the engine's clock
 * @param clockConfirmed whether this process's clock is trusted if the engine lacks a clock
 * @param engineTime converts a time of the engine's clock to the latest time that a correct clock
 *     of the generator can show at that moment. The two differ if ids show the local time of a zone
 */
public record ClockAheadRules(
    long maxSkewMs, boolean clockConfirmed, UnaryOperator<Instant> engineTime) {

  /**
   * How far this process's clock may be past the time of a line's position, if the engine lacks a
   * clock and this process's clock is not confirmed.
   */
  private static final long UNCONFIRMED_MS = Duration.ofDays(1).toMillis();

  /**
   * Compares this process's clock with the engine's clock, if the engine has a clock.
   *
   * @return whether the engine has a clock
   * @throws ClockAheadException if the clock is too far ahead
   */
  boolean compare(Optional<Instant> now, long wallMs, String lines) {
    now.ifPresent(engine -> compare(engine, wallMs, lines));
    return now.isPresent();
  }

  /**
   * Compares this process's clock with a time that the engine's clock showed.
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
   * Returns whether a line's position is within a day before or after the time of this process's
   * clock, which shows that the clock is right. While processes with correct clocks use a line, its
   * position is in this range. A line that is further ahead was moved by a wrong clock. A line that
   * was idle for longer shows nothing.
   */
  boolean confirms(TickRules rules, long next, long floor) {
    return next > MovableStore.MADE
        && next <= rules.end()
        && pastMs(rules, next, floor) <= UNCONFIRMED_MS
        && rules.timeMs(rules.tickOf(next - 1)) - rules.timeMs(floor) <= UNCONFIRMED_MS;
  }

  /**
   * Returns whether this process's clock is so far past the time of the line's position that it is
   * not trusted. The result is false for a line without claims, because its position stands for no
   * time.
   */
  boolean isUnconfirmed(TickRules rules, long next, long floor) {
    return !clockConfirmed
        && next > MovableStore.MADE
        && pastMs(rules, next, floor) > UNCONFIRMED_MS;
  }

  /**
   * Throws if {@link #isUnconfirmed} returns true. Called only if the engine lacks a clock.
   *
   * @throws ClockAheadException if this process's clock is too far past the time of the line's
   *     position, and was not confirmed
   */
  void refuseUnconfirmed(TickRules rules, String line, long next, long floor) {
    if (isUnconfirmed(rules, next, floor)) {
      throw new ClockAheadException(Message.of(
          "clock is over a day ahead of the line, and the store has no clock to compare it with:"
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
