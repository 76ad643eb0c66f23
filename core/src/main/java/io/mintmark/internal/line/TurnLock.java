package io.mintmark.internal.line;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.TurnQueue;
import io.mintmark.internal.store.TurnQueue.Turn;
import java.util.concurrent.TimeUnit;

/** Lets one thread of a process at a time move a line, in the order in which they came. */
final class TurnLock {

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
   * Waits for the turn.
   *
   * @param deadline when to give up, by the elapsed clock
   * @return the turn, which {@link #end} ends
   * @throws StoreUnavailableException if it did not come in time, or the thread was interrupted
   */
  Turn take(long deadline) {
    return queue.take(() -> {
      checkTime(deadline);
      context.park(this, Math.min(left(deadline), MAX_WAIT_NANOS), "line=" + line);
    });
  }

  /** Ends a turn; the next begins. */
  void end(Turn mine) {
    queue.end(mine);
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
