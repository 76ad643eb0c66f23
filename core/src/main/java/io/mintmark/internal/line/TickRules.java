package io.mintmark.internal.line;

import io.mintmark.generator.OnClockBehind;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * Maps time to positions, and limits how far the time of ids may differ from the clock. Time is
 * counted in ticks, and each tick has the same number of positions. The first positions of each
 * tick may be unused: no id is made from them.
 *
 * @param scale maps times to ticks
 * @param capacity the count of numbers in a tick
 * @param ticks the end, exclusive, of the ticks that fit into the time field of an id
 * @param maxAheadMs how far ids may run ahead of the clock when the numbers of a tick are used up
 * @param clockToleranceMs how far the clock may step back before {@code onBehind} applies
 * @param onBehind the reaction when the clock has stepped back further
 * @param first the number of the first position in each tick from which an id is made
 */
public record TickRules(
    TickScale scale,
    long capacity,
    long ticks,
    long maxAheadMs,
    long clockToleranceMs,
    OnClockBehind onBehind,
    LongSupplier first) {

  /** The number of the first position if ids are made from all positions of each tick. */
  public static final LongSupplier ALL = new Zero();

  /**
   * The rules of a line whose positions carry no time: all positions are in one tick, which never
   * ends.
   */
  static final TickRules TIMELESS =
      new TickRules(new EndlessTick(), Long.MAX_VALUE, 1, 0, Long.MAX_VALUE, OnClockBehind.WAIT);

  private record EndlessTick() implements TickScale {

    @Override
    public long epochMs() {
      return Long.MIN_VALUE;
    }

    @Override
    public long tick(long ms) {
      return 0;
    }

    @Override
    public long timeMs(long tick) {
      return Long.MIN_VALUE;
    }
  }

  /**
   * Creates rules for ids that are made from all positions of each tick.
   *
   * @param scale maps times to ticks
   * @param capacity the count of numbers in a tick
   * @param ticks the end, exclusive, of the ticks that fit into the time field of an id
   * @param maxAheadMs how far ids may run ahead of the clock when the numbers of a tick are used up
   * @param clockToleranceMs how far the clock may step back before {@code onBehind} applies
   * @param onBehind the reaction when the clock has stepped back further
   */
  public TickRules(
      TickScale scale,
      long capacity,
      long ticks,
      long maxAheadMs,
      long clockToleranceMs,
      OnClockBehind onBehind) {
    this(scale, capacity, ticks, maxAheadMs, clockToleranceMs, onBehind, ALL);
  }

  /** Returns 0. It is no lambda, which would make the first id of a process late. */
  private static final class Zero implements LongSupplier {

    @Override
    public long getAsLong() {
      return 0;
    }
  }

  /** Returns how many ids are made in a tick. */
  long idsInTick() {
    return capacity - first.getAsLong();
  }

  /** Returns the first position, at or after the given position, from which an id is made. */
  long usable(long position) {
    return first == ALL ? position : Math.max(position, tickOf(position) + first.getAsLong());
  }

  /**
   * Returns the end, exclusive, of the shortest range of positions from which {@code count} ids are
   * made, and that begins at the given position.
   */
  long endOf(long position, long count) {
    long unused = first.getAsLong();
    long ids = capacity - unused;
    long inTick = Math.max(0, position % capacity - unused);
    long last = position / capacity * ids + inTick + count - 1;
    return last / ids * capacity + unused + last % ids + 1;
  }

  /** Returns whether positions carry time. */
  boolean areTimed() {
    return !(scale instanceof EndlessTick);
  }

  /**
   * Returns the lowest position of the tick that contains a time.
   *
   * @param ms the time
   * @return the position; the end of all positions for a time after the last tick
   */
  public long floor(long ms) {
    return Math.min(scale.tick(ms), ticks) * capacity;
  }

  /** Returns the time at which a position's tick starts. */
  long timeMs(long position) {
    return scale.timeMs(position / capacity);
  }

  /** Returns the length of a position's tick. */
  long tickMs(long position) {
    long tick = position / capacity;
    return scale.timeMs(tick + 1) - scale.timeMs(tick);
  }

  /** Returns the first position of the tick that contains a position. */
  long tickOf(long position) {
    return position / capacity * capacity;
  }

  /**
   * Returns the position itself if it is the first of a tick, otherwise the first position of the
   * next tick.
   */
  long nextTick(long position) {
    return (position + capacity - 1) / capacity * capacity;
  }

  /**
   * Returns the first position, at or after the given position, from which {@code count} positions
   * are in one tick, and are used.
   */
  long wholeFrom(long position, long count) {
    long tickEnd = (position / capacity + 1) * capacity;
    return usable(usable(position) + count <= tickEnd ? position : tickEnd);
  }

  /** Returns the time at which the last tick ends, for messages. */
  Instant ends() {
    return Instant.ofEpochMilli(scale.timeMs(ticks));
  }

  /** Returns the end, exclusive, of all positions. */
  long end() {
    return ticks * capacity;
  }
}
