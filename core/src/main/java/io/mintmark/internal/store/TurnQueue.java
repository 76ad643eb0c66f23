package io.mintmark.internal.store;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread at a time use a resource, in the order of arrival. Each thread waits as long as
 * its own deadline allows. Not reentrant.
 *
 * <p>The waiting threads are in a queue, and the first thread in it has the turn. A lock guards the
 * queue. The entries contain the links of the queue, so joining and leaving it allocate no memory.
 * A caller whose stack is almost full is refused before it joins. So a thread always has enough
 * stack to end its turn, and the next thread never waits for ever.
 *
 * <p><b>Serving several threads.</b> The thread with the turn may obtain an amount (of positions)
 * for itself and for the threads behind it. {@link #share} assigns each of these threads a part of
 * the amount before the amount is obtained, and {@link #serve} hands out the parts afterwards. The
 * parts have the sizes that the threads requested and do not overlap, so each part belongs to one
 * thread only. If a thread leaves the queue meanwhile, its part is not used. Serving a thread
 * removes it from the queue, and the thread returns without a turn.
 */
public final class TurnQueue {

  /**
   * The first thread in the queue. The lock of this object guards this field and all fields below.
   */
  private @Nullable Turn first;

  private @Nullable Turn last;

  /** Creates an empty queue. */
  public TurnQueue() {}

  /** The entry of a thread in the queue. */
  public static final class Turn {
    private static final long NONE = -1;

    private final Thread thread = Thread.currentThread();
    private final long wanted;
    private @Nullable Turn next;

    /**
     * The offset of this thread's part in the amount that the first thread obtains; NONE without a
     * part.
     */
    private long offset = NONE;

    private volatile long served = NONE;

    private Turn(long wanted) {
      this.wanted = wanted;
    }

    /**
     * Returns whether another thread has served this thread, which then has no turn.
     *
     * @return whether this thread has got a part
     */
    public boolean isServed() {
      return served != NONE;
    }

    /**
     * Returns the start of the part that this thread has got.
     *
     * @return the first position of the part
     */
    public long part() {
      return served;
    }
  }

  /**
   * Waits for the turn.
   *
   * @param wait waits until the thread is unparked, or for a shorter time. It is called again until
   *     it is this thread's turn. If it throws, the thread leaves the queue
   * @return the turn, which {@link #end} ends
   */
  public Turn take(Runnable wait) {
    return take(0, wait);
  }

  /**
   * Waits until this thread has the turn, or until the thread with the turn has served it.
   *
   * @param wanted the amount that the thread with the turn may obtain for this thread; 0 if this
   *     thread must not be served
   * @param wait as in {@link #take(Runnable)}
   * @return a turn, which {@link #end} ends, or an entry that was {@linkplain Turn#isServed served}
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
   * Assigns parts of the amount that the caller will obtain to the threads behind it, in their
   * order, until the sum would exceed {@code most}. Earlier assignments become void.
   *
   * @param mine the caller's turn
   * @param most the largest sum
   * @return the sum of the amounts for the caller and for the threads with a part
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
   * Ends the caller's turn, and serves all threads to which {@link #share} has assigned a part.
   *
   * @param mine the caller's turn
   * @param start the first position of the obtained amount
   */
  public void serve(Turn mine, long start) {
    @Nullable Turn served = leave(mine, start);
    for (Turn one = served; one != null && one.isServed(); one = one.next) {
      LockSupport.unpark(one.thread);
    }
  }

  /**
   * Removes the caller and the served threads from the queue. The links between the served threads
   * stay unchanged, so that the caller can unpark these threads afterwards.
   */
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
   * Removes a thread from the queue. If the thread had the turn, the next turn begins. This does
   * nothing for a thread that has already left the queue or was served, so a caller can always call
   * it, whatever failed before.
   *
   * @param mine the caller's entry
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
