package io.mintmark.uuid;

/**
 * Writes UUIDs of version 7 from positions, which consist of milliseconds and a counter (see {@link
 * LineUuids}). A UUID has three parts: the position without the last 8 bits of the counter,
 * these last 8 bits, and random bits.
 *
 * <p>The UUIDs of positions that differ only in the last 8 bits have the same upper half. So
 * successive positions are written in groups with an equal upper half. In a group, each UUID takes
 * one load, two stores and hardly anything else.
 */
final class OrderedWords {

  static final int COUNTER_BITS = 20;

  private static final int LAST_BITS = 8;
  private static final int RANDOM_BITS = Long.SIZE - 2 - LAST_BITS;
  private static final long RANDOM_MASK = -1L >>> (Long.SIZE - RANDOM_BITS);

  /**
   * The bits of the lower half that are not random, for each value of the last 8 bits of the
   * counter.
   */
  private static final long[] LOWS = new long[1 << LAST_BITS];

  static {
    for (int last = 0; last < LOWS.length; last++) {
      LOWS[last] = UuidBits.VARIANT | (long) last << RANDOM_BITS;
    }
  }

  private OrderedWords() {}

  static long high(long position) {
    long above = position >>> LAST_BITS;
    return above >>> 12 << 16 | 7 << 12 | (above & 0xfff);
  }

  static long low(long position, long random) {
    return LOWS[last(position)] | (random & RANDOM_MASK);
  }

  private static int last(long position) {
    return (int) position & (LOWS.length - 1);
  }

  /**
   * Writes the UUIDs of successive positions. Draws the random bits for all UUIDs into the second
   * half of the target. The random bits of each UUID are read before a UUID overwrites them.
   */
  static void encode(long worker, long start, int count, long[] into, int from) {
    long unused = RandomBits.fill(into, from + count, count);
    for (int done = 0; done < count; ) {
      long position = start + done;
      int last = last(position);
      int some = Math.min(count - done, LOWS.length - last);
      join(high(position), last, some, into, from + 2 * done, from + count + done);
      done += some;
    }
  }

  private static void join(long high, int last, int count, long[] into, int from, int random) {
    for (int i = 0; i < count; i++) {
      long low = LOWS[last + i] | (into[random + i] & RANDOM_MASK);
      into[from + 2 * i] = high;
      into[from + 2 * i + 1] = low;
    }
  }
}
