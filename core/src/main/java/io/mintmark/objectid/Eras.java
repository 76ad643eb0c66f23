package io.mintmark.objectid;

import java.security.SecureRandom;

/**
 * The 32 random bits under which a generator's seconds only grow. No two eras of this process have
 * the same, whichever generators they belong to: they are a walk in steps of one random odd number,
 * which meets all of the 2^32 before it repeats.
 */
final class Eras {

  private static final SecureRandom RANDOM = new SecureRandom();

  /** All three guarded by the class. */
  private static boolean seeded;

  private static int last;
  private static int step;

  private Eras() {}

  static synchronized int next() {
    if (!seeded) {
      last = RANDOM.nextInt();
      step = RANDOM.nextInt() | 1;
      seeded = true;
    }
    last += step;
    return last;
  }

  /** Draws the walk anew at the next step, so that copies of this process's memory part here. */
  static synchronized void forget() {
    seeded = false;
  }

  /** Returns random bits for what need not be unique. */
  static int bits(int count) {
    return RANDOM.nextInt() >>> (Integer.SIZE - count);
  }
}
