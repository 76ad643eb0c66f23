package io.mintmark.inspect;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.text.Crockford;
import java.time.Instant;

/**
 * A TSID: 42 bits of milliseconds since 2020-01-01T00:00:00Z and 22 bits that contain a node, a
 * counter or random bits. As text it has 13 Crockford digits (github.com/f4b6a3/tsid-creator). The
 * program that makes the ids chooses how the 22 bits are split, and may choose another epoch. The
 * text does not show these choices.
 *
 * @param value the 64 bits, an unsigned number; a value of 2^63 or more is negative as a {@code
 *     long}
 */
public record Tsid(long value) {

  /** The number of bits below the time. */
  public static final int RANDOM_BITS = 22;

  /**
   * The usual epoch, from which the milliseconds are counted. The program that made an id may have
   * used another epoch.
   */
  public static final Instant EPOCH = Instant.parse("2020-01-01T00:00:00Z");

  private static final int DIGITS = 13;

  /**
   * Parses a TSID.
   *
   * @param text 13 Crockford digits in upper or lower case; hyphens between them are ignored
   * @return the TSID
   * @throws InvalidIdException if the text is not a TSID; the message contains the position of the
   *     fault
   */
  public static Tsid parse(CharSequence text) {
    return new Tsid(Crockford.TOLERANT.read("a TSID", text, 0, DIGITS)[1]);
  }

  /**
   * Returns when this TSID was made. The result is right only for an id with the usual epoch.
   *
   * @return a moment between 2020 and 2159
   */
  public Instant time() {
    return EPOCH.plusMillis(value >>> RANDOM_BITS);
  }

  /**
   * Returns this TSID as text.
   *
   * @return 13 Crockford digits, in upper case
   */
  @Override
  public String toString() {
    return Crockford.TOLERANT.encode(0, value).substring(DIGITS);
  }
}
