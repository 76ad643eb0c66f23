package io.mintmark.internal.line;

/** Maps times to ticks. Ticks count up with time and may differ in length. */
public interface TickScale {

  /**
   * Returns the earliest time that has a tick.
   *
   * @return milliseconds since 1970
   */
  long epochMs();

  /**
   * Returns the tick that contains a time.
   *
   * @param ms milliseconds since 1970, not before the epoch
   * @return its number
   */
  long tick(long ms);

  /**
   * Returns the time at which a tick starts.
   *
   * @param tick its number
   * @return milliseconds since 1970
   */
  long timeMs(long tick);

  /**
   * Makes a scale of ticks of equal length.
   *
   * @param epochMs where tick 0 starts, milliseconds since 1970
   * @param unitMs how long each lasts, in milliseconds
   * @return the scale
   */
  static TickScale of(long epochMs, long unitMs) {
    return new EvenTicks(epochMs, unitMs);
  }
}
