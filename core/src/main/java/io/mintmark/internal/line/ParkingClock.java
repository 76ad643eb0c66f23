package io.mintmark.internal.line;

import io.mintmark.time.ElapsedClock;

/**
 * An elapsed clock by which threads also wait for each other, and fast generators are told that
 * time has passed. It is for a world in which no time passes by itself: elsewhere those waits take
 * real time, as the threads that are waited for do.
 */
public interface ParkingClock extends ElapsedClock {

  /**
   * Waits until the thread is unparked or interrupted, for about so long at most; may return early.
   *
   * @param blocker what it waits at
   * @param nanos how long, in nanoseconds
   */
  void park(Object blocker, long nanos);

  /**
   * Calls one more at each turn of this world's clock, as {@link CoarseClock#add} does.
   *
   * @param listener called until it answers false
   * @return whether it will be called
   */
  boolean add(ClockListener listener);
}
