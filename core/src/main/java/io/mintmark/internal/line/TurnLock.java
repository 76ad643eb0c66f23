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
 * Lets one thread of a process at a time move a line, in the order in which they came, and for
 * those that wait with it: they would all see the line where the one before has put it.
 *
 * <p>What one moves the line by is cut into parts, one for each call, before it asks the store; so
 * no position has two owners, and each call's are claimed while it is under way. If there are not
 * so many left, the thread claims for itself alone, as do those behind it: some may still fit. Any
 * other failure is thrown to the thread that met it, and the next one tries.
 */
final class TurnLock {

  /** No claim for several calls is for more than that; one call's may be. */
  private static final long MOST_SHARED = 1L << 20;

  /** So often a thread looks again by itself, so that nobody depends on being woken. */
  private static final long MAX_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final String line;
  private final Context context;
  private final TurnQueue queue = new TurnQueue();

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
   * Claims positions when it is this thread's turn, or gets them from one whose turn comes before.
   *
   * @param count how many, 1 or more
   * @param deadline when to give up, by the elapsed clock
   * @param move claims as many positions as it is told, one after another, and tells the first
   * @return the first of this call's
   * @throws StoreUnavailableException if the turn did not come in time, or the thread was
   *     interrupted
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
   * Refuses to try once more when time is up.
   *
   * @throws StoreUnavailableException if it is
   */
  void checkTime(long deadline) {
    if (left(deadline) <= 0) {
      throw new StoreUnavailableException(Message.of(
          "nothing could be claimed in time: claimTimeoutMs={}, line={}; no id issued",
          context.claimTimeout().toMillis(),
          line));
    }
  }

  private long left(long deadline) {
    return deadline - context.elapsed().nanos();
  }
}
