package io.mintmark.store.redis;

import io.mintmark.error.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for servers, within a bound. */
final class Await {

  private static final Duration BOUND = Duration.ofMinutes(2);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private Await() {}

  static void until(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("did not happen in time: " + what);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Repeats a call until the store answers. */
  static <T> T answer(Supplier<T> call) {
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (true) {
      try {
        return call.get();
      } catch (StoreUnavailableException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }
}
