package io.mintmark.server.resp;

import io.mintmark.service.DrawnNumbers;

/**
 * The ways of returning a number above 2^53 - 1. The Redis protocol has integers of 64 bits. But a
 * client that stores them as doubles, as every client in JavaScript does, would silently round
 * them, often to the same number for different ids.
 *
 * <p>The server cannot detect such clients. So in database 0 such a number is an error, unless the
 * configuration states that all clients there read 64 bits. A client that wants all digits as text
 * selects database 1, which every client can set in its URL.
 */
public enum LargeNumbers {
  /** As an error. The number is then never returned. */
  REFUSE,
  /** As an integer, for clients that read 64 bits. */
  INTEGER,
  /** As a text. Smaller numbers are texts too, so that clients always get one type. */
  TEXT;

  /**
   * 2^53 - 1, the last integer that a double stores exactly and to which no other integer is
   * rounded.
   */
  static final long LAST_SAFE = (1L << 53) - 1;

  /** Returns whether a number is returned as an integer. */
  boolean isAnInteger(long number) {
    return switch (this) {
      case REFUSE -> number <= LAST_SAFE;
      case INTEGER -> true;
      case TEXT -> false;
    };
  }

  /** Returns whether all these numbers are returned as integers. */
  boolean areIntegers(DrawnNumbers drawn) {
    for (int i = 0; i < drawn.count(); i++) {
      if (!isAnInteger(drawn.number(i))) {
        return false;
      }
    }
    return true;
  }
}
