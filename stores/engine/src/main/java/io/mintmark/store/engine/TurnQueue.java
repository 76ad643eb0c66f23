package io.mintmark.store.engine;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.StackRoom;
import java.util.LinkedList;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets one thread at a time use a resource, in the order of arrival. Each thread waits as long as
 * its own deadline allows. Not reentrant.
 *
 * <p>The waiting threads are in a queue, and the first thread in it has the turn. A lock guards the
 * queue. Leaving it allocates no memory after the first change. A caller whose stack is almost full
 * is refused before it joins. So a thread always has enough memory and stack to end its turn, and
 * the next thread never waits for ever.
 */
public final class TurnQueue {

  /**
   * The threads in their order. The lock of this object guards this list. It is a linked list,
   * because an ArrayDeque loses its elements if there is no memory for it to grow.
   */
  @SuppressWarnings("JdkObsolete")
  private final LinkedList<Turn> turns = new LinkedList<>();

  /** Creates an empty queue. */
  public TurnQueue() {}

  /** The entry of a thread in the queue. */
  public static final class Turn {
    private final Thread thread = Thread.currentThread();

    private Turn() {}
  }

  /**
   * Waits for the turn.
   *
   * @param deadline the end of waiting
   * @return the turn, which {@link #end} ends
   * @throws StoreUnavailableException if the deadline has passed
   */
  public Turn take(Deadline deadline) {
    return take(() -> {
      if (!deadline.awaitUnpark()) {
        throw deadline.passed(null);
      }
    });
  }

  /**
   * Waits for the turn.
   *
   * @param wait waits until the thread is unparked, or for a shorter time. It is called again until
   *     it is this thread's turn. If it throws, the thread leaves the queue
   */
  Turn take(Runnable wait) {
    StackRoom.toReturn();
    Turn mine = new Turn();
    boolean taken = false;
    try {
      join(mine);
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
    turns.addLast(mine);
  }

  private synchronized boolean isFirst(Turn mine) {
    return turns.peekFirst() == mine;
  }

  /**
   * Removes a thread from the queue. If the thread had the turn, the next turn begins. This does
   * nothing for a thread that has already left the queue, so a caller can always call it, whatever
   * failed before.
   *
   * @param mine the caller's entry
   */
  public synchronized void end(Turn mine) {
    boolean hadTurn = isFirst(mine);
    if (turns.remove(mine) && hadTurn && !turns.isEmpty()) {
      LockSupport.unpark(turns.getFirst().thread);
    }
  }
}
