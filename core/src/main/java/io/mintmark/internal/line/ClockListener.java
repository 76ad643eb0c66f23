package io.mintmark.internal.line;

/** Called by a {@link CoarseClock} at each turn of its thread, while ids are made fast. */
@FunctionalInterface
public interface ClockListener {

  /**
   * Called about twice a millisecond by the clock's thread. Must not block.
   *
   * @return true to be called again; false to be removed from the clock
   */
  boolean clockTurned();
}
