package io.mintmark.internal.line;

import io.mintmark.internal.time.ElapsedClock;

/**
 * An elapsed clock for simulation runs, in which time passes only when the simulation advances it.
 * Such a clock also performs the waits of threads for other threads, and calls generators that make
 * ids fast. With any other clock, a wait for another thread takes real time, because that thread
 * does real work.
 */
public interface ParkingClock extends ElapsedClock {

  /**
   * Waits until the thread is unparked or interrupted, for about the given time at most. May return
   * early.
   *
   * @param blocker the object that thread dumps show as the reason of the wait
   * @param nanos the longest time to wait, in nanoseconds
   */
  void park(Object blocker, long nanos);

  /**
   * Adds a listener, which is then called regularly, as {@link CoarseClock#add} does.
   *
   * @param listener the listener, which is called until it returns false
   * @return whether the listener will be called
   */
  boolean add(ClockListener listener);
}
