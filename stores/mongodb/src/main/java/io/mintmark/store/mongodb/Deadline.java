package io.mintmark.store.mongodb;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import java.time.Duration;

/**
 * When a call has to be over. Each command to the server gets what is left of it, so that several
 * commands, and the driver's own waiting and retrying, take no longer together.
 */
record Deadline(long atNanos, Duration timeout) {

  static Deadline in(Duration timeout) {
    if (timeout.isZero() || timeout.isNegative()) {
      throw new IllegalArgumentException(
          Message.of("a call needs time for its answer: timeout={}", timeout));
    }
    return new Deadline(System.nanoTime() + timeout.toNanos(), timeout);
  }

  /** Returns what is left, 1 or more, as 0 means for ever to the driver. */
  long leftMs() {
    long leftMs = Duration.ofNanos(atNanos - System.nanoTime()).toMillis();
    if (leftMs < 1) {
      throw new StoreUnavailableException(
          Message.of("the server answers in time or not at all: timeoutMs={}", timeout.toMillis()));
    }
    return leftMs;
  }
}
