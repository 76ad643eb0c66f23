package io.mintmark.internal.store;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread at a time use a resource, in the order of arrival. Each thread waits as long as
 * its own deadline allows. Not reentrant.
 *
 * <p>The waiting threads are in a queue, and the first has the turn. The queue is guarded by a
 * lock, and its links allocate no memory. A caller whose stack is almost full is refused before it
 * joins. So the calls that end its turn always find room on its stack, and the next thread is never
 * left waiting.
 *
 * <p><b>Serving several threads.</b> The thread with the turn may also serve the threads behind it
 * ({@link #share}). The amount that it then gets is divided among them in their order ({@link
 * #serve}). Each part belongs to one thread alone, because the parts are divided by the requested
 * amounts, before anything was obtained. If a thread gives up its place meanwhile, its part is not
 * used. Serving a thread removes it from the queue, and it returns without a turn.
 */
public final class TurnQueue {

  /** Guarded by this, like all fields below. */
  private @Nullable Turn first;

  private @Nullable Turn last;

  /** Makes an empty queue. */
  public TurnQueue() {}

  /** A thread's place in the queue. */
  public static final class Turn {
    private static final long NONE = -1;

    private final Thread thread = Thread.currentThread();
    private final long wanted;
    private @Nullable Turn next;

    /** The offset of its part in the amount that the first thread gets; NONE without a part. */
    private long offset = NONE;

    private volatile long served = NONE;

    private Turn(long wanted) {
      this.wanted = wanted;
    }

    /**
     * Returns whether another thread has served this one, which then has no turn.
     *
     * @return whether there is a part for it
     */
    public boolean isServed() {
      return served != NONE;
    }

    /**
     * Returns the part that this thread was served with.
     *
     * @return the start of its part
     */
    public long part() {
      return served;
    }
  }

  /**
   * Waits for the turn.
   *
   * @param wait waits until the thread is unparked, or for a shorter time; called again until it is
   *     this thread's turn. If it throws, the thread gives up its place
   * @return the turn, which {@link #end} ends
   */
  public Turn take(Runnable wait) {
    return take(0, wait);
  }

  /**
   * Waits for the turn, or to be served by the thread that has the turn.
   *
   * @param wanted this thread's share of the amount that the first thread may get for all, 0 for
   *     none
   * @param wait as in {@link #take(Runnable)}
   * @return the turn, which {@link #end} ends, or {@linkplain Turn#isServed served}
   */
  public Turn take(long wanted, Runnable wait) {
    StackRoom.toReturn();
    Turn mine = new Turn(wanted);
    join(mine);
    boolean taken = false;
    try {
      while (!mine.isServed() && !isFirst(mine)) {
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

  /**
   * Assigns the threads behind a turn their parts of the amount that it is about to get, as far as
   * the sum allows. Earlier assignments become void.
   *
   * @param mine the caller's turn
   * @param most the largest amount for all
   * @return the amount for the caller and the threads with a part
   */
  public synchronized long share(Turn mine, long most) {
    long sum = mine.wanted;
    boolean full = false;
    for (Turn one = mine.next; one != null; one = one.next) {
      full |= one.wanted == 0 || one.wanted > most - sum;
      one.offset = full ? Turn.NONE : sum;
      sum += full ? 0 : one.wanted;
    }
    return sum;
  }

  /**
   * Ends a turn, and serves all threads that have a part of the amount that it got.
   *
   * @param mine the caller's turn
   * @param start the start of that amount
   */
  public void serve(Turn mine, long start) {
    @Nullable Turn served = leave(mine, start);
    for (Turn one = served; one != null && one.isServed(); one = one.next) {
      LockSupport.unpark(one.thread);
    }
  }

  /** Removes the served threads from the queue. Their links stay unchanged. */
  private synchronized @Nullable Turn leave(Turn mine, long start) {
    Turn served = mine.next;
    while (mine.next != null && mine.next.offset != Turn.NONE) {
      Turn one = mine.next;
      mine.next = one.next;
      last = last == one ? mine : last;
      one.served = start + one.offset;
    }
    end(mine);
    return served;
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
   * Leaves the queue. If that ends a turn, the next turn begins. Does nothing for a thread that has
   * left already, or was served. So a caller can always end its turn, whatever failed before.
   *
   * @param mine the caller's place
   */
  public synchronized void end(Turn mine) {
    Turn before = null;
    Turn found = first;
    while (found != null && found != mine) {
      before = found;
      found = found.next;
    }
    if (found == null) {
      return;
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
