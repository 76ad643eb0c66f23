package io.mintmark.internal.line;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Lets one thread of a process at a time move a line, in the order in which they came. */
final class TurnLock {

  private final String line;
  private final Context context;
  private final ReentrantLock lock = new ReentrantLock(true);

  /**
   * Makes one.
   *
   * @param line the line's name, for messages
   */
  TurnLock(String line, Context context) {
    this.line = line;
    this.context = context;
  }

  /**
   * Waits for the turn, which {@link #end} ends.
   *
   * @param deadline when to give up, by the elapsed clock
   * @throws StoreUnavailableException if it did not come in time, or the thread was interrupted
   */
  void take(long deadline) {
    try {
      if (!lock.tryLock(left(deadline), TimeUnit.NANOSECONDS)) {
        throw outOfTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException(
          Message.of("interrupted while waiting for a claim: line={}; no id issued", line), e);
    }
  }

  void end() {
    lock.unlock();
  }

  /**
   * Refuses to try once more when time is up.
   *
   * @throws StoreUnavailableException if it is
   */
  void checkTime(long deadline) {
    if (left(deadline) <= 0) {
      throw outOfTime();
    }
  }

  private long left(long deadline) {
    return deadline - context.elapsed().nanos();
  }

  private StoreUnavailableException outOfTime() {
    return new StoreUnavailableException(Message.of(
        "nothing could be claimed in time: claimTimeoutMs={}, line={}; no id issued",
        context.claimTimeout().toMillis(),
        line));
  }
}
