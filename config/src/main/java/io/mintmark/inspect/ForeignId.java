package io.mintmark.inspect;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.text.Alphabet;
import io.mintmark.internal.text.Arguments;
import io.mintmark.internal.text.Crockford;
import java.math.BigInteger;
import java.time.Instant;

/**
 * An id that another library made: a ULID, a TSID or a KSUID.
 *
 * @param text the id's usual text
 * @param time when the id was made
 * @param high the upper 64 of the lowest 128 bits; 0 for a TSID
 * @param low the lowest 64 bits
 */
public record ForeignId(String text, Instant time, long high, long low) {

  /** The moment from which the seconds of KSUIDs are counted. */
  public static final Instant KSUID_EPOCH = Instant.ofEpochSecond(1_400_000_000);

  /**
   * The usual epoch of TSIDs, from which the milliseconds are counted. The program that made an id
   * may have used another epoch.
   */
  public static final Instant TSID_EPOCH = Instant.parse("2020-01-01T00:00:00Z");

  private static final BigInteger BASE_62 = BigInteger.valueOf(62);

  /**
   * Parses a ULID: 48 bits of milliseconds since 1970, and 80 random bits (ULID specification,
   * github.com/ulid/spec).
   *
   * @param text 26 Crockford digits in upper or lower case; hyphens between them are ignored
   * @return the ULID; its usual text is in upper case
   * @throws InvalidIdException if the text is not a ULID; the message contains the position of the
   *     fault, which does not count hyphens
   */
  public static ForeignId ulid(String text) {
    long[] bits = Crockford.TOLERANT.read("a ULID", text.replace("-", ""), 0, 26);
    String usual = Crockford.TOLERANT.encode(bits[0], bits[1]);
    return new ForeignId(usual, Instant.ofEpochMilli(bits[0] >>> 16), bits[0], bits[1]);
  }

  /**
   * Parses a TSID: 42 bits of milliseconds since 2020-01-01T00:00:00Z, and 22 bits that contain a
   * node, a counter or random bits (github.com/f4b6a3/tsid-creator). The program that makes the ids
   * chooses how the 22 bits are split, and may choose another epoch. The text does not show these
   * choices.
   *
   * @param text 13 Crockford digits in upper or lower case; hyphens between them are ignored
   * @return the TSID; its usual text is in upper case, and its time assumes the usual epoch
   * @throws InvalidIdException if the text is not a TSID; the message contains the position of the
   *     fault, which does not count hyphens
   */
  public static ForeignId tsid(String text) {
    return tsid(Crockford.TOLERANT.read("a TSID", text.replace("-", ""), 0, 13)[1]);
  }

  /**
   * Returns a number as a TSID.
   *
   * @param number the 64 bits, an unsigned number; a value of 2^63 or more is negative as a {@code
   *     long}
   * @return the TSID
   */
  static ForeignId tsid(long number) {
    String usual = Crockford.TOLERANT.encode(0, number).substring(13);
    return new ForeignId(usual, TSID_EPOCH.plusMillis(number >>> 22), 0, number);
  }

  /**
   * Parses a KSUID, which has 20 bytes: 32 bits of seconds since 2014-05-13T16:53:20Z, and 128
   * random bits (github.com/segmentio/ksuid).
   *
   * @param text 27 base62 digits, case-sensitive
   * @return the KSUID
   * @throws InvalidIdException if the text is not a KSUID; the message contains the position of the
   *     fault
   */
  public static ForeignId ksuid(String text) {
    int length = text.length();
    Arguments.checkId(length == 27, "not the 27 digits of a KSUID: length={}", length);
    BigInteger number = BigInteger.ZERO;
    for (int i = 0; i < length; i++) {
      int digit = Alphabet.BASE_62.indexOf(text.charAt(i));
      Arguments.checkId(digit >= 0, "a digit of a KSUID is not of base 62: index={}", i);
      number = number.multiply(BASE_62).add(BigInteger.valueOf(digit));
    }
    long seconds = number.shiftRight(128).longValue();
    Arguments.checkId(
        seconds >>> 32 == 0, "the number does not fit its bytes: bytes=20, index={}", length - 1);
    return new ForeignId(
        text,
        KSUID_EPOCH.plusSeconds(seconds),
        number.shiftRight(64).longValue(),
        number.longValue());
  }
}
