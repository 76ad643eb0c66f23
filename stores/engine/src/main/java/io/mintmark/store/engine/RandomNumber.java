package io.mintmark.store.engine;

import java.security.SecureRandom;

/**
 * Random numbers for lives of engines. They come from the operating system at the moment of use:
 * otherwise copies of a native image, or of a snapshot, would draw the same numbers. Thread-safe.
 */
public final class RandomNumber {

  /** 0 until it is drawn. */
  private static long ofProcess;

  private RandomNumber() {}

  /**
   * Draws a number.
   *
   * @return from 1
   */
  public static long next() {
    return Math.max(1, new SecureRandom().nextLong() >>> 1);
  }

  /**
   * Returns a number that identifies the stores of this process.
   *
   * @return from 1; the same each time
   */
  public static synchronized long ofProcess() {
    if (ofProcess == 0) {
      ofProcess = next();
    }
    return ofProcess;
  }
}
