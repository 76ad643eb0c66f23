package io.mintmark.objectid;

import java.security.SecureRandom;

/**
 * The 32 random bits under which a generator's seconds only grow. No two eras of this process have
 * the same, whichever generators they belong to: they are a walk in steps of one random odd number,
 * which meets all of the 2^32 before it repeats. Only after a checkpoint the walk starts anew, and
 * meets an earlier one with the odds of another process.
 */
final class UniqueRandoms {

  /** Guarded by the class, as is what follows. */
  private static boolean seeded;

  private static int last;
  private static int step;

  private UniqueRandoms() {}

  static synchronized int next() {
    if (!seeded) {
      SecureRandom random = new SecureRandom();
      last = random.nextInt();
      step = random.nextInt() | 1;
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

  /** Returns random bits for what need not be unique. */
  static int bits(int count) {
    return new SecureRandom().nextInt() >>> (Integer.SIZE - count);
  }
}
