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
 *
 * <p><b>One for several.</b> The thread whose turn it is may serve those behind it too ({@link
 * #share}): what it then gets is split among them in their order ({@link #serve}). Each part is its
 * thread's own, as it is cut by the amounts that were asked for, before anything was got. If a
 * thread gives up its place meanwhile, nobody uses its part. A thread that is served leaves the
 * queue by that, and returns without a turn.
 */
public final class TurnQueue {

  /** Guarded by this, as is what follows. */
  private @Nullable Turn first;

  private @Nullable Turn last;

  /** Has nobody in it. */
  public TurnQueue() {}

  /** A thread's place in the queue. */
  public static final class Turn {
    private static final long NONE = -1;

    private final Thread thread = Thread.currentThread();
    private final long wanted;
    private @Nullable Turn next;

    /** Where its part begins in what the first gets; none if it has no part. */
    private long offset = NONE;

    private volatile long served = NONE;

    private Turn(long wanted) {
      this.wanted = wanted;
    }

    /**
     * Tells whether another thread has served this one, which has no turn then.
     *
     * @return whether there is a part for it
     */
    public boolean isServed() {
      return served != NONE;
    }

    /**
     * Returns what this was served with.
     *
     * @return where its part begins
     */
    public long part() {
      return served;
    }
  }

  /**
   * Waits for the turn.
   *
   * @param wait called until it is this thread's turn: returns when the thread is unparked, or
   *     earlier; throws when it must not wait any longer, and then the place is given up
   * @return the turn, which {@link #end} ends
   */
  public Turn take(Runnable wait) {
    return take(0, wait);
  }

  /**
   * Waits for the turn, or to be served by the thread that has it.
   *
   * @param wanted how much of what the first may get for all, 0 to be left out
   * @param wait as {@link #take(Runnable)} says
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
   * Gives each of those behind a turn a part in what it is about to get, as far as that is not too
   * much together; what was given before is void.
   *
   * @param mine the caller's turn
   * @param most how much it may get for all
   * @return how much they want with the caller
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
   * Ends a turn, and serves all that have a part in what it got.
   *
   * @param mine the caller's turn
   * @param start where what it got begins
   */
  public void serve(Turn mine, long start) {
    @Nullable Turn served = leave(mine, start);
    for (Turn one = served; one != null && one.isServed(); one = one.next) {
      LockSupport.unpark(one.thread);
    }
  }

  /** Takes those out that are served, whose links stay as they are. */
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
   * Leaves the queue; if that ends a turn, the next begins. Does nothing for a thread that has left
   * already, or was served: so a caller can always end its turn, whatever failed before.
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
