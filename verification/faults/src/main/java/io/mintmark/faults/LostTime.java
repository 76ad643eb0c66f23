package io.mintmark.faults;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long the threads of this process could not run, though they had what to do: the machine was
 * short of processors, memory was collected, or the process was stopped. A thread that only sleeps
 * sees it, as it wakes up too late.
 */
final class LostTime {

  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** When the thread ought to wake up; guarded by this, as all below is. */
  private long dueNanos;

  private long nanos;

  private LostTime(long nowNanos) {
    dueNanos = nowNanos + PERIOD_NANOS;
  }

  /** Begins to look. */
  static LostTime watch() {
    LostTime lost = new LostTime(System.nanoTime());
    Thread thread = new Thread(lost::watchForever, "lost-time");
    thread.setDaemon(true);
    thread.start();
    return lost;
  }

  private void watchForever() {
    while (true) {
      LockSupport.parkNanos(PERIOD_NANOS);
      awake(System.nanoTime());
    }
  }

  private synchronized void awake(long nowNanos) {
    nanos += Math.max(0, nowNanos - dueNanos);
    dueNanos = nowNanos + PERIOD_NANOS;
  }

  /** A clock like {@link System#nanoTime} that stands still in such a time. */
  long ranNanos() {
    long now = System.nanoTime();
    return now - nanos(now);
  }

  /** Tells how much it was up to now, also of a time that has not ended yet. */
  synchronized long nanos(long nowNanos) {
    return nanos + Math.max(0, nowNanos - dueNanos);
  }
}
