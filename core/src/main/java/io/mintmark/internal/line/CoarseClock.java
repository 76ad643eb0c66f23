package io.mintmark.internal.line;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that tells fast generators that time has passed, so that they need not read the
 * wall clock for each id: that read costs ten times as much as all the rest. A turn of the thread
 * costs as much as some hundred readings, so only those are added who make more ids than that.
 *
 * <p>Only freshness depends on it. A generator whose clock thread is late, or stopped with the
 * whole process for an hour, makes ids with an old time stamp, and never one twice. The thread runs
 * while somebody is added, sleeps when all have asked to be left alone, and ends after {@value
 * #KEEP_ALIVE_SECONDS} s of that; the next one added starts it again. Where the system has no
 * thread to give, nobody is added: generators then read the clock themselves.
 *
 * <p>What is added is called until it answers false, whatever happens: a turn that throws is
 * followed by the next, and taking one off the list allocates nothing.
 */
public final class CoarseClock {

  private static final long PERIOD_NANOS = 500_000;
  private static final long KEEP_ALIVE_SECONDS = 10;
  private static final long KEEP_ALIVE_NANOS = TimeUnit.SECONDS.toNanos(KEEP_ALIVE_SECONDS);

  /** After a thread could not be started: each attempt costs time, and a line on the console. */
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final ClockListener NOBODY = () -> false;
  private static final CoarseClock SHARED = new CoarseClock();

  /** Guarded by this, as is all below; those in use come first. */
  private ClockListener[] added = {NOBODY};

  private int count;
  private @Nullable Thread thread;
  private boolean failed;
  private long retryAtNanos;

  /** Has no thread yet. */
  CoarseClock() {}

  /**
   * Returns the one clock of this process.
   *
   * @return the clock; its thread runs only while needed
   */
  public static CoarseClock shared() {
    return SHARED;
  }

  /**
   * Calls one more at each turn of the thread. The caller sees to it that none is added twice.
   *
   * @param listener called until it answers false
   * @return whether it will be called; false if the system has no thread to give now
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
        // A turn that threw is called again, as are those after it.
      }
      LockSupport.parkNanos(PERIOD_NANOS);
    }
  }

  /** Returns false when this thread has ended for want of work. */
  private boolean turn() throws InterruptedException {
    // Called without the monitor: a generator adds itself while it holds its own.
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

  /** Only the clock's thread takes one off, so that the others stay where it left them. */
  private synchronized void remove(int index) {
    added[index] = added[--count];
    added[count] = NOBODY;
  }

  /** A turn that throws is one generator's trouble, and must not stop the clock for the others. */
  @SuppressWarnings("CatchingUnchecked")
  private static boolean goesOn(ClockListener listener) {
    try {
      return listener.clockTurned();
    } catch (Throwable e) {
      return true;
    }
  }
}
