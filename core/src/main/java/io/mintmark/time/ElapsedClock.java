package io.mintmark.time;

/**
 * Time that passes: it never steps and means nothing outside this process. Not to be mixed with
 * the wall clock, which is a {@link java.time.InstantSource}.
 */
public interface ElapsedClock {

  /**
   * Reads the clock.
   *
   * @return nanoseconds since some moment of this process's life; only differences mean something
   */
  long nanos();

  /**
   * Waits for about the given time; may return early.
   *
   * @param nanos how long, in nanoseconds
   */
  void pause(long nanos);

  /**
   * Runs a task after about the given time, and returns at once.
   *
   * @param nanos how long, in nanoseconds
   * @param task runs later, on a thread that runs other tasks too, so it must not block; never
   *     within this call
   */
  void callAfter(long nanos, Runnable task);

  /**
   * Returns the JVM's own.
   *
   * @return {@link System#nanoTime}, a parked thread, and the thread on which the JDK completes
   *     futures after a delay
   */
  static ElapsedClock system() {
    return SystemElapsedClock.INSTANCE;
  }
}
