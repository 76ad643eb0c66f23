package io.mintmark.line;

/**
 * How time becomes positions, and how far it may be bent.
 *
 * @param epochMs where ticks count from, milliseconds since 1970
 * @param unitMs a tick, in milliseconds
 * @param capacity numbers in a tick
 * @param ticks how many ticks there are before the time field runs out
 * @param maxAheadMs how far ids may run ahead of the clock when a tick's numbers are used up
 * @param clockToleranceMs how far the clock may step back before {@code onBehind} applies
 * @param onBehind what to do then
 */
public record TickRules(
    long epochMs,
    long unitMs,
    long capacity,
    long ticks,
    long maxAheadMs,
    long clockToleranceMs,
    OnClockBehind onBehind) {

  /** The lowest position of the tick at a time; the end of all positions for a time past them. */
  long floor(long ms) {
    return Math.min((ms - epochMs) / unitMs, ticks) * capacity;
  }

  /** The start of a position's tick. */
  long timeMs(long position) {
    return epochMs + position / capacity * unitMs;
  }

  /** The first position of the tick after the one that the position before this lies in. */
  long nextTick(long position) {
    return (position + capacity - 1) / capacity * capacity;
  }

  /** The end, exclusive, of all positions. */
  long end() {
    return ticks * capacity;
  }
}
