package io.mintmark.internal.store;

import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets one thread at a time use a resource, in the order of arrival. Each thread waits as long as
 * its own deadline allows. Not reentrant.
 *
 * <p>The waiting threads are in a queue, and the first thread in it has the turn. A lock guards the
 * queue. Leaving it allocates no memory after the first change. A caller whose stack is almost full
 * is refused before it joins. So a thread always has enough memory and stack to end its turn, and
 * the next thread never waits for ever.
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
   * The threads in their order. The lock of this object guards this list and the offsets. It is a
   * linked list, because an ArrayDeque loses its elements if there is no memory for it to grow.
   */
  @SuppressWarnings("JdkObsolete")
  private final LinkedList<Turn> turns = new LinkedList<>();

  /** Creates an empty queue. */
  public TurnQueue() {}

  /** The entry of a thread in the queue. */
  public static final class Turn {
    private static final long NONE = -1;

    private final Thread thread = Thread.currentThread();
    private final long wanted;

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
    boolean taken = false;
    try {
      join(mine);
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
    for (Turn one : turns) {
      if (one != mine) {
        full |= one.wanted == 0 || one.wanted > most - sum;
        one.offset = full ? Turn.NONE : sum;
        sum += full ? 0 : one.wanted;
      }
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
    List<Turn> served = leave(mine, start);
    for (int i = 0; i < served.size(); i++) { // An iterator would allocate memory.
      LockSupport.unpark(served.get(i).thread);
    }
  }

  /** Removes the caller and the served threads from the queue. Returns the served threads. */
  private synchronized List<Turn> leave(Turn mine, long start) {
    List<Turn> served = new ArrayList<>(turns.size());
    boolean unused = turns.remove(mine);
    while (!turns.isEmpty() && turns.getFirst().offset != Turn.NONE) {
      Turn one = turns.removeFirst();
      one.served = start + one.offset;
      served.add(one);
    }
    wakeFirst();
    return served;
  }

  private synchronized void join(Turn mine) {
    turns.addLast(mine);
  }

  private synchronized boolean isFirst(Turn mine) {
    return turns.peekFirst() == mine;
  }

  private void wakeFirst() {
    if (!turns.isEmpty()) {
      LockSupport.unpark(turns.getFirst().thread);
    }
  }

  /**
   * Removes a thread from the queue. If the thread had the turn, the next turn begins. This does
   * nothing for a thread that has already left the queue or was served, so a caller can always call
   * it, whatever failed before.
   *
   * @param mine the caller's entry
   */
  public synchronized void end(Turn mine) {
    boolean hadTurn = isFirst(mine);
    if (turns.remove(mine) && hadTurn) {
      wakeFirst();
    }
  }
}
