package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import java.util.UUID;

/**
 * Reads and writes the part of a TypeID after the prefix: a UUID in 26 Crockford digits, only in
 * lower case (TypeID specification 0.3, github.com/jetify-com/typeid).
 */
public final class TypeIdSuffix {

  /** The number of digits. */
  public static final int DIGITS = 26;

  /**
   * The highest value of the first digit: 26 digits have 130 bits, so only three bits of the first
   * digit are used.
   */
  private static final int HIGHEST_FIRST_DIGIT = 7;

  private TypeIdSuffix() {}

  /**
   * Reads the digits at the end of a text.
   *
   * @param text any text that ends with the digits
   * @param from the index of the first digit
   * @return the UUID
   * @throws InvalidIdException if the text from this index on is not a UUID in this form; the
   *     message contains the position of the fault
   */
  public static UUID parse(String text, int from) {
    Crockford digits = Crockford.STRICT;
    if (text.length() - from == DIGITS) {
      int first = digits.two(text, from);
      int a = digits.four(text, from + 2);
      int b = digits.four(text, from + 6);
      int c = digits.four(text, from + 10);
      int d = digits.four(text, from + 14);
      int e = digits.four(text, from + 18);
      int f = digits.four(text, from + 22);
      // The first two digits have eight used bits together.
      if ((first | a | b | c | d | e | f) >= 0 && first >>> Byte.SIZE == 0) {
        return new UUID(
            (long) first << 56 | (long) a << 36 | (long) b << 16 | c >>> 4,
            (long) c << 60 | (long) d << 40 | (long) e << 20 | f);
      }
    }
    // Reads digit by digit, which throws an exception that describes the fault and its position.
    long[] bits = digits.read("a TypeID's UUID", text, from, DIGITS, HIGHEST_FIRST_DIGIT);
    return new UUID(bits[0], bits[1]);
  }

  /**
   * Writes a UUID as digits into an array.
   *
   * @param uuid the UUID
   * @param ascii the array
   * @param offset the index of the first digit
   * @throws IndexOutOfBoundsException if {@value #DIGITS} digits do not fit there
   */
  public static void write(UUID uuid, byte[] ascii, int offset) {
    Crockford.STRICT.write(
        uuid.getMostSignificantBits(), uuid.getLeastSignificantBits(), ascii, offset);
  }
}
