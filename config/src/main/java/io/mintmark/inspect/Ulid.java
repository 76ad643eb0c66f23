package io.mintmark.inspect;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.text.Crockford;
import java.time.Instant;

/**
 * A ULID: 48 bits of milliseconds since 1970, and 80 random bits. As text it has 26 Crockford
 * digits (ULID specification, github.com/ulid/spec).
 *
 * @param high the upper 64 bits: the time and 16 random bits
 * @param low the lower 64 bits, random
 */
public record Ulid(long high, long low) {

  private static final int DIGITS = 26;

  private static final int TIME_SHIFT = 16;

  /**
   * Parses a ULID.
   *
   * @param text 26 Crockford digits in upper or lower case; hyphens between them are ignored
   * @return the ULID
   * @throws InvalidIdException if the text is not a ULID; the message contains the position of the
   *     fault
   */
  public static Ulid parse(CharSequence text) {
    long[] bits = Crockford.TOLERANT.read("a ULID", text, 0, DIGITS);
    return new Ulid(bits[0], bits[1]);
  }

  /**
   * Returns when this ULID was made.
   *
   * @return a moment between 1970 and the year 10889
   */
  public Instant time() {
    return Instant.ofEpochMilli(high >>> TIME_SHIFT);
  }

  /**
   * Returns this ULID as text.
   *
   * @return 26 Crockford digits, in upper case
   */
  @Override
  public String toString() {
    return Crockford.TOLERANT.encode(high, low);
  }
}
