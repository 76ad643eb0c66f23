package io.mintmark.store.redis;

import io.mintmark.error.StoreUnavailableException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Parses the numbers that Redis returns as text. */
final class RedisNumber {

  private RedisNumber() {}

  static long parse(String text) {
    try {
      long number = Long.parseLong(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The exception is thrown below.
    }
    throw new StoreUnavailableException(
        "another program has written into a line: its number is not 0 to 2^63 - 1, value='" + text
            + "'");
  }

  /** Parses a time in microseconds since the epoch. */
  static Instant instant(String micros) {
    return Instant.EPOCH.plus(parse(micros), ChronoUnit.MICROS);
  }
}
