package io.mintmark.line;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that tells fast generators that time has passed, so that they need not read the
 * wall clock for each id: that read costs ten times as much as all the rest.
 *
 * <p>Only freshness depends on it. A generator whose clock thread is late, or stopped with the
 * whole process for an hour, makes ids with an old time stamp, and never one twice. The thread runs
 * while somebody is added, sleeps when all have asked to be left alone, and ends after {@value
 * #KEEP_ALIVE_SECONDS} seconds of that; the next one added starts it again.
 */
public final class CoarseClock {

  private static final long PERIOD_NANOS = 500_000;
  private static final long KEEP_ALIVE_SECONDS = 10;
  private static final CoarseClock SHARED = new CoarseClock();

  private final Queue<Ticked> added = new ConcurrentLinkedQueue<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrival = lock.newCondition();

  /** Guarded by {@link #lock}. */
  private @Nullable Thread thread;

  private CoarseClock() {}

  /**
   * Returns the one clock of this process.
   *
   * @return the clock; its thread runs only while needed
   */
  public static CoarseClock shared() {
    return SHARED;
  }

  /**
   * Starts ticking for one more. The caller sees to it that none is added twice.
   *
   * @param ticked called until it answers false
   */
  public void add(Ticked ticked) {
    lock.lock();
    try {
      added.add(ticked);
      if (thread == null) {
        thread = new Thread(this::run, "mintmark-clock");
        thread.setDaemon(true);
        thread.start();
      } else {
        arrival.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    List<Ticked> active = new ArrayList<>();
    while (!active.isEmpty() || awaitArrival()) {
      for (Ticked next = added.poll(); next != null; next = added.poll()) {
        active.add(next);
      }
      active.removeIf(ticked -> !goesOn(ticked));
      LockSupport.parkNanos(PERIOD_NANOS);
    }
  }

  /** Returns false when this thread has ended for want of work. */
  private boolean awaitArrival() {
    lock.lock();
    try {
      long left = TimeUnit.SECONDS.toNanos(KEEP_ALIVE_SECONDS);
      while (added.isEmpty()) {
        if (left <= 0) {
          thread = null;
          return false;
        }
        left = arrival.awaitNanos(left);
      }
      return true;
    } catch (InterruptedException e) {
      // Nobody has a reason to interrupt this thread; it looks again.
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** A tick that throws is one generator's trouble, and must not stop the clock for the others. */
  @SuppressWarnings("CatchingUnchecked")
  private static boolean goesOn(Ticked ticked) {
    try {
      return ticked.tick();
    } catch (Throwable e) {
      return true;
    }
  }
}
