package io.mintmark.internal.line;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.StackRoom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread of a process at a time move a line, in the order in which they came.
 *
 * <p>A queue of the threads that came: the first has the turn. It is guarded by a monitor, and its
 * links take no memory. A caller whose stack is all but full is refused before it joins: so the
 * calls that end its turn always find room on its stack, and it leaves nobody waiting.
 */
final class TurnLock {

  /** So often a thread looks again by itself, so that nobody depends on being woken. */
  private static final long MAX_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final String line;
  private final Context context;

  /** Guarded by this, as is what follows. */
  private @Nullable Turn first;

  private @Nullable Turn last;

  /** A thread's place in the queue. */
  static final class Turn {
    private final Thread thread = Thread.currentThread();
    private @Nullable Turn next;
  }

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
    StackRoom.toReturn();
    Turn mine = new Turn();
    join(mine);
    boolean taken = false;
    try {
      while (!isFirst(mine)) {
        checkTime(deadline);
        context.park(this, Math.min(left(deadline), MAX_WAIT_NANOS), "line=" + line);
      }
      taken = true;
      return mine;
    } finally {
      if (!taken) {
        end(mine);
      }
    }
  }

  private synchronized void join(Turn mine) {
    Turn before = last;
    last = mine;
    if (before == null) {
      first = mine;
    } else {
      before.next = mine;
    }
  }

  private synchronized boolean isFirst(Turn mine) {
    return first == mine;
  }

  /** Leaves the queue; if that ends a turn, the next begins. */
  synchronized void end(Turn mine) {
    Turn before = null;
    for (Turn one = first; one != null && one != mine; one = one.next) {
      before = one;
    }
    Turn after = mine.next;
    last = last == mine ? before : last;
    if (before != null) {
      before.next = after;
      return;
    }
    first = after;
    if (after != null) {
      LockSupport.unpark(after.thread);
    }
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
