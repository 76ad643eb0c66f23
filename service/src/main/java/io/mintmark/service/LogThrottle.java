package io.mintmark.service;

import io.mintmark.time.ElapsedClock;
import java.util.OptionalLong;

/**
 * Keeps short what clients, or something that fails again and again, could make long: one line in
 * ten seconds, which may say how many were left out before it. Thread-safe.
 */
public final class LogThrottle {

  private static final long PERIOD_NANOS = 10_000_000_000L;

  private final ElapsedClock clock;
  private boolean begun;
  private long lastNanos;
  private long leftOut;

  /**
   * Makes one that lets the next line pass.
   *
   * @param clock measures the ten seconds
   */
  public LogThrottle(ElapsedClock clock) {
    this.clock = clock;
  }

  /** How many lines were left out since the last, if one may be written now; else counts it. */
  public synchronized OptionalLong admit() {
    long now = clock.nanos();
    if (begun && now - lastNanos < PERIOD_NANOS) {
      leftOut++;
      return OptionalLong.empty();
    }
    OptionalLong before = OptionalLong.of(leftOut);
    begun = true;
    lastNanos = now;
    leftOut = 0;
    return before;
  }
}
