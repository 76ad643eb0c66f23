package io.mintmark.objectid;

import io.mintmark.internal.line.SystemRandom;
import java.nio.ByteBuffer;

/**
 * Returns the 32 random bits of each new era of a generator. No two eras of this process have the
 * same bits, whether in one generator or in two. Each value is the previous one plus a random odd
 * number, so all 2^32 values occur before one repeats. Only a checkpoint starts a new series. The
 * new series can then repeat a value of an earlier one, as another process can.
 */
final class UniqueRandoms {

  /** Guarded by the class, like the fields below. */
  private static boolean seeded;

  private static int last;
  private static int step;

  private UniqueRandoms() {}

  static synchronized int next() {
    if (!seeded) {
      ByteBuffer random = ByteBuffer.wrap(SystemRandom.bytes(2 * Integer.BYTES));
      last = random.getInt();
      step = random.getInt() | 1;
      seeded = true;
    }
    last += step;
    return last;
  }

  /**
   * Makes the next value start a new series, so that copies of this process's memory differ from
   * here on.
   */
  static synchronized void forget() {
    seeded = false;
  }

  /** Returns random bits for values that need not be unique. */
  static int bits(int count) {
    return ByteBuffer.wrap(SystemRandom.bytes(Integer.BYTES)).getInt() >>> (Integer.SIZE - count);
  }
}
