package io.mintmark.inspect;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.text.Alphabet;
import io.mintmark.internal.text.Arguments;
import java.math.BigInteger;
import java.time.Instant;

/**
 * A KSUID, which has 20 bytes: 32 bits of seconds since 2014-05-13T16:53:20Z, and 128 random bits.
 * As text it has 27 base62 digits (github.com/segmentio/ksuid).
 *
 * @param seconds the seconds since 2014-05-13T16:53:20Z, unsigned
 * @param high the upper 64 random bits
 * @param low the lower 64 random bits
 */
public record Ksuid(int seconds, long high, long low) {

  /** The moment from which the seconds are counted. */
  public static final Instant EPOCH = Instant.ofEpochSecond(1_400_000_000);

  private static final int BYTES = Integer.BYTES + 2 * Long.BYTES;
  private static final int DIGITS = 27;
  private static final BigInteger BASE = BigInteger.valueOf(62);

  /**
   * Parses a KSUID.
   *
   * @param text 27 base62 digits, case-sensitive
   * @return the KSUID
   * @throws InvalidIdException if the text is not a KSUID; the message contains the position of the
   *     fault
   */
  public static Ksuid parse(CharSequence text) {
    int length = text.length();
    Arguments.checkId(length == DIGITS, "not the {} digits of a KSUID: length={}", DIGITS, length);
    BigInteger number = BigInteger.ZERO;
    for (int i = 0; i < DIGITS; i++) {
      int digit = Alphabet.BASE_62.indexOf(text.charAt(i));
      Arguments.checkId(digit >= 0, "a digit of a KSUID is not of base 62: index={}", i);
      number = number.multiply(BASE).add(BigInteger.valueOf(digit));
    }
    Arguments.checkId(
        number.bitLength() <= BYTES * Byte.SIZE,
        "the number does not fit its bytes: bytes={}, index={}",
        BYTES,
        DIGITS - 1);
    return new Ksuid(
        number.shiftRight(2 * Long.SIZE).intValue(),
        number.shiftRight(Long.SIZE).longValue(),
        number.longValue());
  }

  /**
   * Returns when this KSUID was made.
   *
   * @return a moment between 2014 and 2150
   */
  public Instant time() {
    return EPOCH.plusSeconds(Integer.toUnsignedLong(seconds));
  }
}
