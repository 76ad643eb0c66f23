package io.mintmark.server.resp;

import io.mintmark.service.DrawnNumbers;

/**
 * The ways of answering a number above 2^53 - 1. Redis's protocol has integers of 64 bits, but a
 * client that keeps them in doubles, as every one in JavaScript does, would hand over another
 * number without a word, often the same one for different ids.
 *
 * <p>The server cannot see which clients do. So in database 0 such a number is an error unless the
 * configuration says that all clients there read 64 bits, and a client that wants all digits as
 * text asks for that by database 1, which is a word in every client's address.
 */
public enum LargeNumbers {
  /** As an error; the number is burned. */
  REFUSE,
  /** As an integer, for clients that read 64 bits. */
  INTEGER,
  /** As a text, and smaller numbers too, so that a client need not look which it got. */
  TEXT;

  /** 2^53 - 1, the last integer that a double holds and no other integer is rounded to. */
  static final long LAST_SAFE = (1L << 53) - 1;

  /** Whether a number is answered as an integer. */
  boolean isAnInteger(long number) {
    return switch (this) {
      case REFUSE -> number <= LAST_SAFE;
      case INTEGER -> true;
      case TEXT -> false;
    };
  }

  /** Whether all of these are answered as integers. */
  boolean areIntegers(DrawnNumbers drawn) {
    for (int i = 0; i < drawn.count(); i++) {
      if (!isAnInteger(drawn.number(i))) {
        return false;
      }
    }
    return true;
  }
}
