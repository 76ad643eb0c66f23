package io.mintmark.internal.line;

/**
 * Maps times to ticks, which are the units of time in ids. The numbers of ticks rise with time.
 * Ticks may differ in length.
 */
public interface TickScale {

  /**
   * Returns the earliest time that belongs to a tick.
   *
   * @return milliseconds since 1970
   */
  long epochMs();

  /**
   * Returns the tick that contains a time.
   *
   * @param ms milliseconds since 1970, not before the epoch
   * @return the number of the tick
   */
  long tick(long ms);

  /**
   * Returns the time at which a tick starts.
   *
   * @param tick the number of the tick
   * @return milliseconds since 1970
   */
  long timeMs(long tick);

  /**
   * Creates a scale on which all ticks have the same length.
   *
   * @param epochMs the start of tick 0, in milliseconds since 1970
   * @param unitMs the length of a tick, in milliseconds
   * @return the scale
   */
  static TickScale of(long epochMs, long unitMs) {
    return new Even(epochMs, unitMs);
  }

  /**
   * A scale on which all ticks have the same length.
   *
   * @param epochMs the start of tick 0, in milliseconds since 1970
   * @param unitMs the length of a tick, in milliseconds
   */
  record Even(long epochMs, long unitMs) implements TickScale {

    @Override
    public long tick(long ms) {
      return (ms - epochMs) / unitMs;
    }

    @Override
    public long timeMs(long tick) {
      return epochMs + tick * unitMs;
    }
  }
}
