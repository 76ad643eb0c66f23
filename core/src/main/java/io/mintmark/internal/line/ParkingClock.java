package io.mintmark.internal.line;

import io.mintmark.time.ElapsedClock;

/**
 * An elapsed clock that also makes threads wait for each other, and signals the passing of time to
 * fast generators. It is for a simulation run, in which no time passes by itself. Outside of
 * simulation runs, these waits take real time, because the threads that they wait for also take
 * real time.
 */
public interface ParkingClock extends ElapsedClock {

  /**
   * Waits until the thread is unparked or interrupted, for about the given time at most. May return
   * early.
   *
   * @param blocker the object that thread dumps show as the reason of the wait
   * @param nanos how long, in nanoseconds
   */
  void park(Object blocker, long nanos);

  /**
   * Adds a listener, which is then called at each turn of this clock, as {@link CoarseClock#add}
   * does.
   *
   * @param listener called until it returns false
   * @return whether it will be called
   */
  boolean add(ClockListener listener);
}
