package io.mintmark.internal.store;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread at a time use something, in the order in which they came. Each waits as its own
 * deadline allows. Not reentrant.
 *
 * <p>A queue of the threads that came: the first has the turn. It is guarded by a monitor, and its
 * links take no memory. A caller whose stack is all but full is refused before it joins: so the
 * calls that end its turn always find room on its stack, and it leaves nobody waiting.
 */
public final class TurnQueue {

  /** Guarded by this, as is what follows. */
  private @Nullable Turn first;

  private @Nullable Turn last;

  /** Has nobody in it. */
  public TurnQueue() {}

  /** A thread's place in the queue. */
  public static final class Turn {
    private final Thread thread = Thread.currentThread();
    private @Nullable Turn next;

    private Turn() {}
  }

  /**
   * Waits for the turn.
   *
   * @param wait called until it is this thread's turn: returns when the thread is unparked, or
   *     earlier; throws when it must not wait any longer, and then the place is given up
   * @return the turn, which {@link #end} ends
   */
  public Turn take(Runnable wait) {
    StackRoom.toReturn();
    Turn mine = new Turn();
    join(mine);
    boolean taken = false;
    try {
      while (!isFirst(mine)) {
        wait.run();
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

  /**
   * Leaves the queue; if that ends a turn, the next begins.
   *
   * @param mine the caller's place
   */
  public synchronized void end(Turn mine) {
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
}
