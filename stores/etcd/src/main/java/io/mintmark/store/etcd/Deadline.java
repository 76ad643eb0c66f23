package io.mintmark.store.etcd;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import java.time.Duration;

/** When a call has to be over, so that its questions to etcd take no longer together. */
record Deadline(long atNanos, Duration timeout) {

  static Deadline in(Duration timeout) {
    return new Deadline(System.nanoTime() + timeout.toNanos(), timeout);
  }

  /** Returns how long ago the call began. */
  static long nanosSince(long nanos) {
    return System.nanoTime() - nanos;
  }

  static long nowNanos() {
    return System.nanoTime();
  }

  long leftNanos() {
    return atNanos - System.nanoTime();
  }

  StoreUnavailableException passed(Throwable cause) {
    return new StoreUnavailableException(
        Message.of("etcd answers in time or not at all: timeoutMs={}", timeout.toMillis()), cause);
  }
}
