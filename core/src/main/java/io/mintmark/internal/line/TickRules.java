package io.mintmark.internal.line;

import io.mintmark.generator.OnClockBehind;
import java.time.Instant;

/**
 * Turns time into positions, and bounds how far ids may differ from the clock.
 *
 * @param scale maps times to ticks
 * @param capacity numbers in a tick
 * @param ticks the end, exclusive, of the ticks that fit into the time field
 * @param maxAheadMs how far ids may run ahead of the clock when a tick's numbers are used up
 * @param clockToleranceMs how far the clock may step back before {@code onBehind} applies
 * @param onBehind how to react then
 */
public record TickRules(
    TickScale scale,
    long capacity,
    long ticks,
    long maxAheadMs,
    long clockToleranceMs,
    OnClockBehind onBehind) {

  /**
   * The lowest position of the tick at a time; the end of all positions for a time after the last
   * tick.
   */
  long floor(long ms) {
    return Math.min(scale.tick(ms), ticks) * capacity;
  }

  /** The start of a position's tick. */
  long timeMs(long position) {
    return scale.timeMs(position / capacity);
  }

  /** How long a position's tick lasts. */
  long tickMs(long position) {
    long tick = position / capacity;
    return scale.timeMs(tick + 1) - scale.timeMs(tick);
  }

  /** The first position of the tick that contains a position. */
  long tickOf(long position) {
    return position / capacity * capacity;
  }

  /** The position itself if a tick starts there, otherwise the first position of the next tick. */
  long nextTick(long position) {
    return (position + capacity - 1) / capacity * capacity;
  }

  /**
   * Returns the first position, not before the given one, at which {@code count} positions fit into
   * one tick.
   */
  long wholeFrom(long position, long count) {
    long tickEnd = (position / capacity + 1) * capacity;
    return position + count <= tickEnd ? position : tickEnd;
  }

  /** When the last tick has passed, for messages. */
  Instant ends() {
    return Instant.ofEpochMilli(scale.timeMs(ticks));
  }

  /** The end, exclusive, of all positions. */
  long end() {
    return ticks * capacity;
  }
}
