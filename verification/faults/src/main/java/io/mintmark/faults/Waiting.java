package io.mintmark.faults;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what has to come to be. */
public final class Waiting {

  private static final Duration WITHIN = Duration.ofMinutes(2);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private Waiting() {}

  /**
   * Returns when something is so.
   *
   * @param what it, for the message
   * @param isSo asked again and again
   * @throws IllegalStateException if it is not so within two minutes
   */
  public static void until(String what, BooleanSupplier isSo) {
    long deadline = System.nanoTime() + WITHIN.toNanos();
    while (!isSo.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "did not come to be: what=" + what + ", waitedSeconds=" + WITHIN.toSeconds());
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Lets time pass. */
  public static void pass(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - end < 0) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }
}
