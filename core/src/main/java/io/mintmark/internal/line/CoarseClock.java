package io.mintmark.internal.line;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that signals the passing of time to fast generators. They then need not read the
 * wall clock for each id, which costs ten times as much as all the rest. A turn of the thread costs
 * as much as some hundred readings, so only generators that make more ids than that in a turn are
 * added.
 *
 * <p>Only freshness depends on this thread. If it is late, or stopped with the whole process for an
 * hour, generators make ids with an old time stamp, but never the same id twice. The thread runs
 * while a generator is added, sleeps while the list is empty, and ends after {@value
 * #KEEP_ALIVE_SECONDS} s without work. The next added generator starts it again. If the system
 * cannot start a thread, no generator is added, and generators read the clock themselves.
 *
 * <p>A listener is called until it returns false. An exception of a listener does not end the
 * thread: the next turn follows. Removing a listener allocates nothing.
 */
public final class CoarseClock {

  private static final long PERIOD_NANOS = 500_000;
  private static final long KEEP_ALIVE_SECONDS = 10;
  private static final long KEEP_ALIVE_NANOS = TimeUnit.SECONDS.toNanos(KEEP_ALIVE_SECONDS);

  /**
   * The pause between attempts to start a thread. Each failed attempt costs time, and prints to the
   * console.
   */
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final ClockListener NOBODY = () -> false;
  private static final CoarseClock SHARED = new CoarseClock();

  /** Guarded by this, like all fields below. The used elements come first. */
  private ClockListener[] added = {NOBODY};

  private int count;
  private @Nullable Thread thread;
  private boolean failed;
  private long retryAtNanos;

  /** Starts without a thread. */
  CoarseClock() {}

  /**
   * Returns the clock that this process shares.
   *
   * @return the clock; its thread runs only while needed
   */
  public static CoarseClock shared() {
    return SHARED;
  }

  /**
   * Adds a listener, which is then called at each turn of the thread. The caller ensures that none
   * is added twice.
   *
   * @param listener called until it returns false
   * @return whether it will be called; false if the system cannot start a thread now
   */
  public synchronized boolean add(ClockListener listener) {
    if (count == added.length) {
      added = Arrays.copyOf(added, 2 * count);
    }
    if (thread == null && !start()) {
      return false;
    }
    added[count++] = listener;
    notifyAll();
    return true;
  }

  private boolean start() {
    if (failed && retryAtNanos - System.nanoTime() > 0) {
      return false;
    }
    try {
      Thread started = new Thread(this::run, "mintmark-clock");
      started.setDaemon(true);
      started.start();
      thread = started;
      failed = false;
    } catch (OutOfMemoryError e) {
      failed = true;
      retryAtNanos = System.nanoTime() + RETRY_NANOS;
    }
    return thread != null;
  }

  @SuppressWarnings("CatchingUnchecked")
  private void run() {
    boolean needed = true;
    while (needed) {
      try {
        needed = turn();
      } catch (Throwable e) {
        // The next turn calls this listener again, and the listeners that this turn skipped.
      }
      LockSupport.parkNanos(PERIOD_NANOS);
    }
  }

  /** Returns false when this thread has ended for lack of work. */
  private boolean turn() throws InterruptedException {
    // This object's lock is not held here. A listener locks its generator, and a generator adds
    // itself while it holds that lock, so two threads could block each other.
    for (int i = awaitWork() - 1; i >= 0; i--) {
      if (!goesOn(at(i))) {
        remove(i);
      }
    }
    return isNeeded();
  }

  private synchronized int awaitWork() throws InterruptedException {
    long end = System.nanoTime() + KEEP_ALIVE_NANOS;
    while (count == 0) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (leftMs <= 0) {
        thread = null;
        return 0;
      }
      wait(leftMs);
    }
    return count;
  }

  private synchronized boolean isNeeded() {
    return thread == Thread.currentThread();
  }

  private synchronized ClockListener at(int index) {
    return added[index];
  }

  /**
   * Only the clock's thread removes listeners, so the indexes of the others remain valid for it.
   */
  private synchronized void remove(int index) {
    added[index] = added[--count];
    added[count] = NOBODY;
  }

  /** An exception of one generator must not stop the clock for the others. */
  @SuppressWarnings("CatchingUnchecked")
  private static boolean goesOn(ClockListener listener) {
    try {
      return listener.clockTurned();
    } catch (Throwable e) {
      return true;
    }
  }
}
