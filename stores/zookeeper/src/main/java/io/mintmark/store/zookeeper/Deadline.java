package io.mintmark.store.zookeeper;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.zookeeper.KeeperException;

/** A moment of elapsed time by which something is over. */
final class Deadline {

  private final Duration timeout;
  private final long atNanos;

  private Deadline(Duration timeout) {
    this.timeout = timeout;
    this.atNanos = System.nanoTime() + timeout.toNanos();
  }

  static Deadline after(Duration timeout) {
    return new Deadline(timeout);
  }

  long leftNanos() {
    return Math.max(0, atNanos - System.nanoTime());
  }

  boolean isOver() {
    return leftNanos() == 0;
  }

  /**
   * Waits for a reply, through interrupts, which are kept for later.
   *
   * @throws KeeperException if the server or the connection refused
   * @throws StoreUnavailableException if there was no reply in time
   */
  <T> T await(CompletableFuture<T> reply, String subject) throws KeeperException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return reply.get(leftNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (TimeoutException e) {
          throw late(subject, e);
        } catch (ExecutionException e) {
          if (e.getCause() instanceof KeeperException refusal) {
            throw refusal;
          }
          throw new StoreUnavailableException("the reply could not be read: " + subject, e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Pauses, through interrupts, which are kept for later, but not past the end. */
  void pause(long nanos) {
    boolean interrupted = Thread.interrupted();
    LockSupport.parkNanos(Math.min(nanos, leftNanos()));
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  StoreUnavailableException late(String subject, Throwable cause) {
    return new StoreUnavailableException(
        Message.of(
            "ZooKeeper answers in time or not at all: timeoutMs={}, {}",
            timeout.toMillis(),
            subject),
        cause);
  }
}
