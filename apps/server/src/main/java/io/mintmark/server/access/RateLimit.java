package io.mintmark.server.access;

import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits ids or requests to a number a second, and to a number at once. Thread-safe.
 *
 * <p>One number says it all: the moment since which nothing would have been spent if all had been
 * spent at the rate. What can be spent at once is the time from then to now, at most the burst's.
 */
final class RateLimit {

  private static final double NANOS_PER_SECOND = (double) Duration.ofSeconds(1).toNanos();

  private final ElapsedClock clock;
  private final long burst;
  private final double nanosEach;
  private final long originNanos;
  private final AtomicLong spentUntil;

  /**
   * Makes one that allows a burst at once.
   *
   * @param perSecond 1 to 10^9
   * @param burst 1 to 10^9
   * @param clock what time passes by
   */
  RateLimit(long perSecond, long burst, ElapsedClock clock) {
    this.clock = clock;
    this.burst = burst;
    this.nanosEach = NANOS_PER_SECOND / (double) perSecond;
    this.originNanos = clock.nanos();
    this.spentUntil = new AtomicLong(-nanos(burst));
  }

  /** The most that can be spent at once. */
  long burst() {
    return burst;
  }

  /**
   * Spends if it can be afforded.
   *
   * @param count 1 to the burst
   * @return after how many nanoseconds to try again; 0 if it was spent
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
