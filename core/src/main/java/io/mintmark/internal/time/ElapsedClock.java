package io.mintmark.internal.time;

/**
 * A clock that measures elapsed time. It never steps back or ahead, and its readings have no
 * meaning outside this process. Never mix it with the wall clock, which is a {@link
 * java.time.InstantSource}.
 */
public interface ElapsedClock {

  /**
   * Reads the clock.
   *
   * @return nanoseconds since an arbitrary moment; only differences between two readings have a
   *     meaning
   */
  long nanos();

  /**
   * Waits for about the given time; may return early.
   *
   * @param nanos the time to wait, in nanoseconds
   */
  void pause(long nanos);

  /**
   * Runs a task after about the given time, and returns at once.
   *
   * @param nanos the delay, in nanoseconds
   * @param task the task. It must not block, because the thread that runs it also runs other tasks.
   *     It never runs within this call
   */
  void callAfter(long nanos, Runnable task);

  /**
   * Returns the clock of the JVM.
   *
   * @return a clock that uses {@link System#nanoTime}, parks the thread to wait, and runs tasks on
   *     the thread on which the JDK completes futures after a delay
   */
  static ElapsedClock system() {
    return SystemElapsedClock.INSTANCE;
  }
}
