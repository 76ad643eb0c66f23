package io.mintmark.storm;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition, or for a time to pass. */
final class Waiting {

  private static final Duration WITHIN = Duration.ofMinutes(2);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private Waiting() {}

  /**
   * Returns when a condition holds.
   *
   * @param what describes it in the message
   * @throws IllegalStateException if it does not hold within two minutes
   */
  static void until(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + WITHIN.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "condition not met: what=" + what + ", waitedSeconds=" + WITHIN.toSeconds());
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Returns after a time. */
  static void pass(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - end < 0) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }
}
