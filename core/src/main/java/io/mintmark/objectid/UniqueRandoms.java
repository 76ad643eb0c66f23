package io.mintmark.objectid;

import io.mintmark.internal.line.SystemRandom;
import java.nio.ByteBuffer;

/**
 * Returns the 32 random bits of each new era of a generator, see {@link ProcessObjectIds}. Until a
 * checkpoint, no two eras of this process have the same bits, whether in one generator or in two.
 * Each value is the previous value plus an odd number, which is drawn at random once in a series,
 * so all 2^32 values occur before a value repeats. A new series of values starts only after a
 * checkpoint. The new series can repeat a value of an earlier series, as the series of another
 * process can.
 */
final class UniqueRandoms {

  /** The lock of the class guards this field and the next one. */
  private static int last;

  /** An odd number; 0 if no series has been started. */
  private static int step;

  private UniqueRandoms() {}

  static synchronized int next() {
    if (step == 0) {
      ByteBuffer random = ByteBuffer.wrap(SystemRandom.bytes(2 * Integer.BYTES));
      last = random.getInt();
      step = random.getInt() | 1;
    }
    last += step;
    return last;
  }

  /**
   * Makes the next value start a new series, so that the values of restored copies of this process
   * differ from then on.
   */
  static synchronized void forget() {
    step = 0;
  }

  /** Returns random bits for values that need not be unique. */
  static int bits(int count) {
    return ByteBuffer.wrap(SystemRandom.bytes(Integer.BYTES)).getInt() >>> (Integer.SIZE - count);
  }
}
