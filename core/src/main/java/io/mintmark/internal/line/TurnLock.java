package io.mintmark.internal.line;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.internal.store.TurnQueue;
import io.mintmark.internal.store.TurnQueue.Turn;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;

/**
 * Lets one thread of a process at a time move a line by compareAndSet, in the order of arrival. The
 * thread claims also for the threads that wait meanwhile. Concurrent attempts would all expect the
 * same position, and all but one would fail.
 *
 * <p>Before a thread sends its claim to the store, the claim is divided into parts, one for each
 * call. So no position has two owners, and each call's positions are claimed while the call is
 * running. If the line has fewer positions left, the thread claims for itself alone. The threads
 * behind it do the same, because smaller claims may succeed. Any other failure is thrown to the
 * thread whose claim failed, and the next thread tries.
 */
final class TurnLock {

  /** The largest claim for several calls together. A single call may claim more. */
  private static final long MOST_SHARED = 1L << 20;

  /** The longest wait before a thread checks again, so that none depends on being woken. */
  private static final long MAX_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final String line;
  private final Context context;
  private final TurnQueue queue = new TurnQueue();

  /**
   * Makes a lock that no thread holds.
   *
   * @param line the line's name, for messages
   */
  TurnLock(String line, Context context) {
    this.line = line;
    this.context = context;
  }

  /**
   * Claims positions when it is this thread's turn, or gets them from an earlier thread's claim.
   *
   * @param count how many, 1 or more
   * @param deadline when to give up, in elapsed time
   * @param move claims the given number of consecutive positions, and returns the first
   * @return the first of this call's positions
   * @throws StoreUnavailableException if the turn did not come before the deadline, or the thread
   *     was interrupted
   */
  long claim(long count, long deadline, LongUnaryOperator move) {
    Turn mine = queue.take(count, () -> {
      checkTime(deadline);
      context.park(this, Math.min(left(deadline), MAX_WAIT_NANOS), "line=" + line);
    });
    if (mine.isServed()) {
      return mine.part();
    }
    try {
      long start = moved(mine, count, deadline, move);
      queue.serve(mine, start);
      return start;
    } finally {
      queue.end(mine);
    }
  }

  private long moved(Turn mine, long count, long deadline, LongUnaryOperator move) {
    long shared = queue.share(mine, MOST_SHARED);
    if (shared > count) {
      try {
        return move.applyAsLong(shared);
      } catch (ExhaustedException | TickExhaustedException e) {
        long unusedAlone = queue.share(mine, count);
        checkTime(deadline);
      }
    }
    return move.applyAsLong(count);
  }

  /**
   * Refuses another attempt after the deadline.
   *
   * @throws StoreUnavailableException if the deadline has passed
   */
  void checkTime(long deadline) {
    if (left(deadline) <= 0) {
      throw new StoreUnavailableException(Message.of(
          "no claim succeeded in time: claimTimeoutMs={}, line={}; no id issued",
          context.claimTimeout().toMillis(),
          line));
    }
  }

  private long left(long deadline) {
    return deadline - context.elapsed().nanos();
  }
}
