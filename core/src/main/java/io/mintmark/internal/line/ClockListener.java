package io.mintmark.internal.line;

/** Called by a {@link CoarseClock} at each turn of its thread, while ids are made fast. */
@FunctionalInterface
public interface ClockListener {

  /**
   * Called about twice a millisecond by the clock's thread. Must not block.
   *
   * @return whether to be called again; after false, only when added again
   */
  boolean clockTurned();
}
