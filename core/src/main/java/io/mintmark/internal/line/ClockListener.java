package io.mintmark.internal.line;

/**
 * A generator that a {@link CoarseClock} calls in each turn of its thread, while the generator
 * makes ids fast.
 */
@FunctionalInterface
public interface ClockListener {

  /**
   * Called about twice a millisecond by the clock's thread. Must not block.
   *
   * @return true to be called again; false to be removed from the clock
   */
  boolean clockTurned();
}
