package io.mintmark.service;

import io.mintmark.internal.time.ElapsedClock;
import java.util.OptionalLong;

/**
 * Limits log lines that clients or a repeated failure could cause without bound. It admits one line
 * in ten seconds. The line may report how many lines were left out before it. Thread-safe.
 */
public final class LogThrottle {

  private static final long PERIOD_NANOS = 10_000_000_000L;

  private final ElapsedClock clock;
  private long lastNanos;
  private long leftOut;

  /**
   * Makes a throttle. It admits the first line.
   *
   * @param clock measures the ten seconds
   */
  public LogThrottle(ElapsedClock clock) {
    this.clock = clock;
    this.lastNanos = clock.nanos() - PERIOD_NANOS;
  }

  /**
   * If a line may be written now, returns how many lines were left out since the last line.
   * Otherwise counts the line as left out.
   */
  public synchronized OptionalLong admit() {
    long now = clock.nanos();
    if (now - lastNanos < PERIOD_NANOS) {
      leftOut++;
      return OptionalLong.empty();
    }
    OptionalLong before = OptionalLong.of(leftOut);
    lastNanos = now;
    leftOut = 0;
    return before;
  }
}
