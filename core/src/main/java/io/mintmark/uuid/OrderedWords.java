package io.mintmark.uuid;

import io.mintmark.internal.batch.WordEncoder;

/**
 * Writes UUIDs of version 7 from positions. A UUID has three parts: the position without the last 8
 * bits of the counter, these last 8 bits, and random bits.
 *
 * <p>The UUIDs of positions that differ only in the last 8 bits have the same upper half. So
 * successive positions are written in groups with an equal upper half. In a group, each UUID takes
 * one load, two stores and hardly anything else.
 */
final class OrderedWords implements WordEncoder {

  static final int COUNTER_BITS = 20;

  private static final int LAST_BITS = 8;
  private static final int RANDOM_BITS = Long.SIZE - 2 - LAST_BITS;
  private static final long RANDOM_MASK = -1L >>> (Long.SIZE - RANDOM_BITS);

  /** Writes the halves of UUIDs in the byte order of the machine. */
  static final OrderedWords NUMBERS = new OrderedWords(false);

  /**
   * Writes the halves with reversed bytes. This is faster than reversing the bytes of each half
   * after it is computed.
   */
  static final OrderedWords REVERSED = new OrderedWords(true);

  private final boolean reversed;

  /**
   * The mask of the random bits in the lower half. The random bits themselves need not be reversed.
   */
  private final long randomMask;

  /**
   * The bits of the lower half that are not random, for each value of the last 8 bits of the
   * counter.
   */
  private final long[] lows;

  private OrderedWords(boolean reversed) {
    this.reversed = reversed;
    this.randomMask = inOrder(RANDOM_MASK);
    this.lows = new long[1 << LAST_BITS];
    for (int last = 0; last < lows.length; last++) {
      lows[last] = inOrder(UuidBits.VARIANT | (long) last << RANDOM_BITS);
    }
  }

  private long inOrder(long word) {
    return reversed ? Long.reverseBytes(word) : word;
  }

  long high(long position) {
    long above = position >>> LAST_BITS;
    return inOrder(above >>> 12 << 16 | 7 << 12 | (above & 0xfff));
  }

  long low(long position, long random) {
    return lows[last(position)] | (random & randomMask);
  }

  private static int last(long position) {
    return (int) position & ((1 << LAST_BITS) - 1);
  }

  /**
   * Draws the random bits for all UUIDs into the second half of the target. The random bits of each
   * UUID are read before a UUID overwrites them.
   */
  @Override
  public void encode(long worker, long start, int count, long[] into, int from) {
    RandomBits.fill(into, from + count, count);
    for (int done = 0; done < count; ) {
      long position = start + done;
      int last = last(position);
      int some = Math.min(count - done, lows.length - last);
      join(high(position), last, some, into, from + 2 * done, from + count + done);
      done += some;
    }
  }

  private void join(long high, int last, int count, long[] into, int from, int random) {
    for (int i = 0; i < count; i++) {
      long low = lows[last + i] | (into[random + i] & randomMask);
      into[from + 2 * i] = high;
      into[from + 2 * i + 1] = low;
    }
  }
}
