package io.mintmark.server.access;

import io.mintmark.internal.time.ElapsedClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits ids or requests to a number per second, and to a number at once. Thread-safe.
 *
 * <p>The state is one instant. Each id or request moves this instant forward by one second divided
 * by the rate. A request is permitted if the instant is not in the future afterwards. An instant
 * that is too far in the past is first moved to the time of a whole burst before now.
 */
final class RateLimit {

  private static final double NANOS_PER_SECOND = (double) Duration.ofSeconds(1).toNanos();

  private final ElapsedClock clock;

  /** The most that can be spent at once. */
  final long burst;

  private final double nanosEach;
  private final long originNanos;
  private final AtomicLong spentUntil;

  /**
   * Makes a limit that allows a burst at once.
   *
   * @param perSecond 1 to 10^9
   * @param burst 1 to 10^9
   * @param clock measures elapsed time
   */
  RateLimit(long perSecond, long burst, ElapsedClock clock) {
    this.clock = clock;
    this.burst = burst;
    this.nanosEach = NANOS_PER_SECOND / (double) perSecond;
    this.originNanos = clock.nanos();
    this.spentUntil = new AtomicLong(-nanos(burst));
  }

  /**
   * Spends if the limit allows it.
   *
   * @param count 1 to the burst
   * @return the number of nanoseconds after which to try again; 0 if it was spent
   */
  long spend(long count) {
    while (true) {
      long now = clock.nanos() - originNanos;
      long until = spentUntil.get();
      long next = Math.max(until, now - nanos(burst)) + nanos(count);
      if (next > now) {
        return next - now;
      }
      if (spentUntil.compareAndSet(until, next)) {
        return 0;
      }
    }
  }

  private long nanos(long count) {
    return (long) Math.ceil((double) count * nanosEach);
  }
}
