package io.mintmark.server;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition that a server makes true, within a bound. */
public final class Await {

  private static final Duration BOUND = Duration.ofMinutes(2);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private Await() {}

  /** Returns when a condition is true. */
  public static void until(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("did not happen in time: " + what);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }
}
