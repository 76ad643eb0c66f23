package io.mintmark.internal.line;

/** Is called by a {@link CoarseClock} at each turn of its thread, while ids are made fast. */
@FunctionalInterface
public interface ClockListener {

  /**
   * Called about twice a millisecond by the clock's thread; must not block.
   *
   * @return whether to be called again; once false, only after being added again
   */
  boolean clockTurned();
}
