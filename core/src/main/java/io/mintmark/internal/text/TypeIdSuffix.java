package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import java.util.UUID;

/**
 * The part of a TypeID after its prefix: a UUID in 26 Crockford digits in lower case, read strictly
 * (TypeID specification 0.3, github.com/jetify-com/typeid).
 */
public final class TypeIdSuffix {

  /** The number of digits. */
  public static final int DIGITS = 26;

  /** 26 digits have 130 bits, so only three bits of the first digit are used. */
  private static final int HIGHEST_FIRST_DIGIT = 7;

  private TypeIdSuffix() {}

  /**
   * Reads the digits at the end of a text.
   *
   * @param text any text that ends with them
   * @param from index of the first digit
   * @return the UUID
   * @throws InvalidIdException if the rest of the text is anything else; the message names the
   *     place
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
      // The first two have eight bits together.
      if ((first | a | b | c | d | e | f) >= 0 && first >>> Byte.SIZE == 0) {
        return new UUID(
            (long) first << 56 | (long) a << 36 | (long) b << 16 | c >>> 4,
            (long) c << 60 | (long) d << 40 | (long) e << 20 | f);
      }
    }
    // Digit by digit, which names the fault and its place.
    long[] bits = digits.read("a TypeID's UUID", text, from, DIGITS, HIGHEST_FIRST_DIGIT);
    return new UUID(bits[0], bits[1]);
  }

  /**
   * Writes a UUID into an unfinished text.
   *
   * @param uuid the UUID
   * @param ascii the text's bytes
   * @param offset index of the first digit
   * @throws IndexOutOfBoundsException if {@value #DIGITS} digits do not fit there
   */
  public static void write(UUID uuid, byte[] ascii, int offset) {
    Crockford.STRICT.write(
        uuid.getMostSignificantBits(), uuid.getLeastSignificantBits(), ascii, offset);
  }
}
