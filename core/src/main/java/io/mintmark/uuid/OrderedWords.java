package io.mintmark.uuid;

import io.mintmark.internal.batch.WordEncoder;

/**
 * Writes UUIDs of version 7 from positions. A UUID has three parts: the position without the last
 * bits of the counter, these last bits, and random bits.
 *
 * <p>Positions that differ only in the last bits share all bits above them. So a run is written in
 * pieces of such positions, with one load, two stores and little else for each UUID.
 */
final class OrderedWords implements WordEncoder {

  static final int COUNTER_BITS = 20;

  private static final int LAST_BITS = 8;
  private static final int RANDOM_BITS = Long.SIZE - 2 - LAST_BITS;
  private static final long RANDOM_MASK = -1L >>> (Long.SIZE - RANDOM_BITS);

  /** Writes numbers. */
  static final OrderedWords NUMBERS = new OrderedWords(false);

  /** Writes numbers with reversed bytes, which costs less than reversing each number. */
  static final OrderedWords REVERSED = new OrderedWords(true);

  private final boolean reversed;

  /** The random bits of the lower half. Random bits may be written in any byte order. */
  private final long randomMask;

  /** The other bits of the lower half, by the counter's last bits. */
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
   * Draws the random bits into the second half. Each UUID's bits are read before they are
   * overwritten.
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
