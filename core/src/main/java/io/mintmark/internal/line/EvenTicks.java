package io.mintmark.internal.line;

/** A scale on which all ticks (units of time) have the same length. */
record EvenTicks(long epochMs, long unitMs) implements TickScale {

  @Override
  public long tick(long ms) {
    return (ms - epochMs) / unitMs;
  }

  @Override
  public long timeMs(long tick) {
    return epochMs + tick * unitMs;
  }
}
