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
 * Ensures that one thread of a process at a time moves a line (a durable counter in the store) by
 * compareAndSet, in the order of arrival. Concurrent attempts would all expect the same position,
 * and all except one would fail. The thread also claims for the threads that wait meanwhile.
 *
 * <p>Before a thread sends such a claim to the store, it divides the claim into parts, one part for
 * each call. So no position has two owners, and the positions of each call are claimed while the
 * call is running. If the line has fewer positions left, the thread repeats the claim only for
 * itself, because a smaller claim may succeed. The waiting threads then claim in turn. Any other
 * failure is thrown to the thread that made the claim, and the next thread makes the next attempt.
 */
final class TurnLock {

  /** The largest claim for several calls together. A single call may claim more. */
  private static final long MOST_SHARED = 1L << 20;

  /** The longest wait before a thread checks again, so that no thread depends on being woken. */
  private static final long MAX_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final String line;
  private final Context context;
  private final TurnQueue queue = new TurnQueue();

  /**
   * Creates a lock that no thread holds.
   *
   * @param line the line's name, for messages
   */
  TurnLock(String line, Context context) {
    this.line = line;
    this.context = context;
  }

  /**
   * Claims positions when it is this thread's turn, or gets positions from the claim of an earlier
   * thread.
   *
   * @param count the number of positions, 1 or more
   * @param deadline when to give up, in elapsed time
   * @param move claims the given number of consecutive positions, and returns the first of them
   * @return the first of this call's positions
   * @throws StoreUnavailableException if it was not this thread's turn before the deadline, or the
   *     thread was interrupted
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
   * Throws if the deadline has passed, so that no further attempt is made.
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
