package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;

/**
 * The part of a TypeID after its prefix: 128 bits in 26 Crockford digits in lower case, read
 * strictly (TypeID specification 0.3, github.com/jetify-com/typeid).
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 */
public record TypeIdSuffix(long high, long low) {

  /** The number of digits. */
  public static final int DIGITS = 26;

  /** 26 digits have 130 bits, so only three bits of the first digit are used. */
  private static final int HIGHEST_FIRST_DIGIT = 7;

  /**
   * Reads the digits at the end of a text.
   *
   * @param text any text that ends with them
   * @param from index of the first digit
   * @return the bits
   * @throws InvalidIdException if the rest of the text is anything else; the message names the
   *     place
   */
  public static TypeIdSuffix parse(String text, int from) {
    if (text.length() - from == DIGITS) {
      Crockford digits = Crockford.STRICT;
      int first = digits.two(text, from);
      int a = digits.four(text, from + 2);
      int b = digits.four(text, from + 6);
      int c = digits.four(text, from + 10);
      int d = digits.four(text, from + 14);
      int e = digits.four(text, from + 18);
      int f = digits.four(text, from + 22);
      // The first two have eight bits together.
      if ((first | a | b | c | d | e | f) >= 0 && first >>> Byte.SIZE == 0) {
        return new TypeIdSuffix(
            (long) first << 56 | (long) a << 36 | (long) b << 16 | c >>> 4,
            (long) c << 60 | (long) d << 40 | (long) e << 20 | f);
      }
    }
    return parseSlowly(text, from);
  }

  /** Reads digit by digit, and names the fault and its place. */
  private static TypeIdSuffix parseSlowly(String text, int from) {
    long high = 0;
    long low = 0;
    for (byte digit :
        Crockford.STRICT.digits("a TypeID's UUID", text, from, DIGITS, HIGHEST_FIRST_DIGIT)) {
      high = high << Crockford.BITS | low >>> (Long.SIZE - Crockford.BITS);
      low = low << Crockford.BITS | digit;
    }
    return new TypeIdSuffix(high, low);
  }

  /**
   * Writes this into an unfinished text.
   *
   * @param ascii the text's bytes
   * @param offset index of the first digit
   * @throws IndexOutOfBoundsException if {@value #DIGITS} digits do not fit there
   */
  public void write(byte[] ascii, int offset) {
    Crockford.STRICT.write(high, low, ascii, offset);
  }

  /**
   * Writes this as text.
   *
   * @return 26 Crockford digits, in lower case
   */
  @Override
  public String toString() {
    return Crockford.STRICT.encode(high, low);
  }
}
