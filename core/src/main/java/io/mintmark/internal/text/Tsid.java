package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import java.time.Instant;

/**
 * A TSID: 42 bits of milliseconds since 2020-01-01T00:00:00Z and 22 bits of node, counter or random
 * bits, in 13 Crockford digits (github.com/f4b6a3/tsid-creator). The split of the 22 bits, and
 * sometimes another epoch, is the maker's setting and is not in the text.
 *
 * @param value the 64 bits, unsigned; from 2^63 on it is negative as a {@code long}
 */
public record Tsid(long value) {

  /** Bits below the time. */
  public static final int RANDOM_BITS = 22;

  /** The usual epoch of the milliseconds. The maker of an id may have set another. */
  public static final Instant EPOCH = Instant.parse("2020-01-01T00:00:00Z");

  private static final int DIGITS = 13;

  /** 13 digits have 65 bits, so only four bits of the first digit are used. */
  private static final int HIGHEST_FIRST_DIGIT = 15;

  /**
   * Reads a text.
   *
   * @param text 13 Crockford digits, in either case, hyphens between them ignored
   * @return the TSID
   * @throws InvalidIdException if the text is anything else; the message names the place
   */
  public static Tsid parse(CharSequence text) {
    return new Tsid(Crockford.TOLERANT.read("a TSID", text, 0, DIGITS, HIGHEST_FIRST_DIGIT)[1]);
  }

  /**
   * Returns the time when it was made, if its maker used the usual epoch.
   *
   * @return a moment between 2020 and 2159
   */
  public Instant time() {
    return EPOCH.plusMillis(value >>> RANDOM_BITS);
  }

  /**
   * Writes this as text.
   *
   * @return 13 Crockford digits, in upper case
   */
  @Override
  public String toString() {
    return Crockford.TOLERANT.encode(0, value).substring(DIGITS);
  }
}
