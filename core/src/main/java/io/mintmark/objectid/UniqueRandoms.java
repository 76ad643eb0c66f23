package io.mintmark.objectid;

import io.mintmark.internal.line.SystemRandom;
import java.nio.ByteBuffer;

/**
 * The 32 random bits under which a generator's seconds only grow. No two eras of this process have
 * the same bits, in whichever generators. The bits are a walk in steps of one random odd number,
 * which visits all 2^32 values before it repeats. Only a checkpoint starts a new walk. The new walk
 * meets an earlier one with the same odds as another process would.
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
   * Makes the next step start a new walk, so that copies of this process's memory differ from here
   * on.
   */
  static synchronized void forget() {
    seeded = false;
  }

  /** Returns random bits for values that need not be unique. */
  static int bits(int count) {
    return ByteBuffer.wrap(SystemRandom.bytes(Integer.BYTES)).getInt() >>> (Integer.SIZE - count);
  }
}
