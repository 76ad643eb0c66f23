package io.mintmark.store.engine;

import io.mintmark.internal.store.StackRoom;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets one thread at a time use something that others wait for by their deadlines. Not reentrant.
 *
 * <p>A caller whose stack is full cannot keep it, as it can a lock of the JDK's: it is taken by one
 * compare-and-set and given back by one write, and the room to wake the next one is made sure of
 * before. Callers that come anew may go before those that wait.
 */
public final class DeadlineLock {

  private static final AtomicIntegerFieldUpdater<DeadlineLock> HELD =
      AtomicIntegerFieldUpdater.newUpdater(DeadlineLock.class, "held");

  private final Queue<Thread> waiting = new ConcurrentLinkedQueue<>();
  private volatile int held;

  /** Is free at first. */
  public DeadlineLock() {}

  /**
   * Waits for the lock, through interrupts, which are kept for later.
   *
   * @param deadline how long to wait
   * @return whether the caller has it now, and has to {@link #release} it
   */
  public boolean acquire(Deadline deadline) {
    StackRoom.toReturn();
    return HELD.compareAndSet(this, 0, 1) || acquireInTurn(deadline);
  }

  private boolean acquireInTurn(Deadline deadline) {
    Thread caller = Thread.currentThread();
    waiting.add(caller);
    boolean mine = HELD.compareAndSet(this, 0, 1);
    while (!mine && deadline.awaitUnpark()) {
      mine = HELD.compareAndSet(this, 0, 1);
    }
    waiting.remove(caller);
    if (!mine && held == 0) {
      // It may have been woken just now, in place of the next one.
      wakeNext();
    }
    return mine;
  }

  /** Gives the lock back. */
  public void release() {
    held = 0;
    wakeNext();
  }

  private void wakeNext() {
    Thread next = waiting.peek();
    if (next != null) {
      LockSupport.unpark(next);
    }
  }
}
