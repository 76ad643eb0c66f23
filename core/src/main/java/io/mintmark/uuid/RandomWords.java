package io.mintmark.uuid;

import io.mintmark.internal.batch.WordEncoder;

/**
 * Writes UUIDs of version 4: random bits, with the bits of version and variant set. Ignores
 * positions.
 */
final class RandomWords implements WordEncoder {

  private static final long HIGH_MARK = 4L << UuidBits.VERSION_SHIFT;
  private static final long HIGH_MASK = ~(0xfL << UuidBits.VERSION_SHIFT);
  private static final long LOW_MASK = -1L >>> 2;

  /** Writes the halves of UUIDs in the byte order of the machine. */
  static final RandomWords NUMBERS =
      new RandomWords(HIGH_MASK, HIGH_MARK, LOW_MASK, UuidBits.VARIANT);

  /**
   * Writes the halves with reversed bytes. This is faster than reversing the bytes of each half
   * after it is computed.
   */
  static final RandomWords REVERSED = new RandomWords(
      Long.reverseBytes(HIGH_MASK),
      Long.reverseBytes(HIGH_MARK),
      Long.reverseBytes(LOW_MASK),
      Long.reverseBytes(UuidBits.VARIANT));

  private final long highMask;
  private final long highMark;
  private final long lowMask;
  private final long lowMark;

  private RandomWords(long highMask, long highMark, long lowMask, long lowMark) {
    this.highMask = highMask;
    this.highMark = highMark;
    this.lowMask = lowMask;
    this.lowMark = lowMark;
  }

  @Override
  public void encode(long worker, long start, int count, long[] into, int from) {
    RandomBits.fill(into, from, 2 * count);
    for (int at = from; at < from + 2 * count; at += 2) {
      into[at] = high(into[at]);
      into[at + 1] = low(into[at + 1]);
    }
  }

  long high(long random) {
    return (random & highMask) | highMark;
  }

  long low(long random) {
    return (random & lowMask) | lowMark;
  }
}
