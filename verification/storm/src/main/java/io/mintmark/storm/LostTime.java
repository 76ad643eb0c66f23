package io.mintmark.storm;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The time in which threads of this process could not run although they had work: the machine was
 * short of processors, the JVM collected garbage, or the process was stopped. A thread that only
 * sleeps measures this time by waking up too late.
 */
final class LostTime {

  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** When the thread should wake up. Guarded by this, like all fields below. */
  private long dueNanos;

  private long nanos;

  private LostTime(long nowNanos) {
    dueNanos = nowNanos + PERIOD_NANOS;
  }

  /** Begins to measure. */
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

  /** A clock like {@link System#nanoTime} that stops while the process cannot run. */
  long ranNanos() {
    long now = System.nanoTime();
    return now - nanos(now);
  }

  /** Returns the time lost so far, including a current period. */
  synchronized long nanos(long nowNanos) {
    return nanos + Math.max(0, nowNanos - dueNanos);
  }
}
