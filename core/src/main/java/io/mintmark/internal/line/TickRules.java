package io.mintmark.internal.line;

import io.mintmark.generator.OnClockBehind;
import java.time.Instant;

/**
 * Turns time into positions, and bounds how far ids may differ from the clock.
 *
 * @param scale which tick it is at a time
 * @param capacity numbers in a tick
 * @param ticks the end, exclusive, of the ticks that there are before the time field runs out
 * @param maxAheadMs how far ids may run ahead of the clock when a tick's numbers are used up
 * @param clockToleranceMs how far the clock may step back before {@code onBehind} applies
 * @param onBehind what to do then
 */
public record TickRules(
    TickScale scale,
    long capacity,
    long ticks,
    long maxAheadMs,
    long clockToleranceMs,
    OnClockBehind onBehind) {

  /** The lowest position of the tick at a time; the end of all positions for a time past them. */
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

  /** The first position of the tick that a position lies in. */
  long tickOf(long position) {
    return position / capacity * capacity;
  }

  /** The first position of the tick after the one that the position before this lies in. */
  long nextTick(long position) {
    return (position + capacity - 1) / capacity * capacity;
  }

  /**
   * Returns the first position, from a given one on, that has the given number of positions after
   * it within its tick.
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
