package io.mintmark.store.engine;

import java.security.SecureRandom;

/**
 * Random numbers that identify the lives of engines ({@link io.mintmark.store.EngineLife}). The
 * operating system makes them at the moment of use. A generator with a state in this process's
 * memory would return the same numbers in all copies of a native image or of a snapshot.
 * Thread-safe.
 */
public final class RandomNumber {

  /** The number of this process; 0 until it is drawn. */
  private static long ofProcess;

  private RandomNumber() {}

  /**
   * Draws a new number.
   *
   * @return a number, 1 or more
   */
  public static long next() {
    return Math.max(1, new SecureRandom().nextLong() >>> 1);
  }

  /**
   * Returns a number that identifies the stores of this process.
   *
   * @return a number, 1 or more; the same number in each call
   */
  public static synchronized long ofProcess() {
    if (ofProcess == 0) {
      ofProcess = next();
    }
    return ofProcess;
  }
}
