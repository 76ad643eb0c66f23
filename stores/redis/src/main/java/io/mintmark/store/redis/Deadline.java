package io.mintmark.store.redis;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * When a call has to be back.
 *
 * @param endNanos by {@link System#nanoTime}
 */
record Deadline(long endNanos) {

  static Deadline in(Duration duration) {
    return new Deadline(System.nanoTime() + duration.toNanos());
  }

  /** Returns an earlier one, so that several tries in a row all get their part of the time. */
  Deadline part(int tries) {
    return new Deadline(System.nanoTime() + leftNanos() / tries);
  }

  private long leftNanos() {
    return Math.max(0, endNanos - System.nanoTime());
  }

  /** Waits through interrupts, which are kept for later. */
  <T> T await(Future<T> future) throws ExecutionException, TimeoutException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future.get(leftNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
