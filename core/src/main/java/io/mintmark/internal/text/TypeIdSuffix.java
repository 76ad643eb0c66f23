package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;

/**
 * What follows the prefix of a TypeID: 128 bits in 26 Crockford digits in lower case, read strictly
 * (TypeID specification 0.3, github.com/jetify-com/typeid).
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 */
public record TypeIdSuffix(long high, long low) {

  /** How many digits there are. */
  public static final int DIGITS = 26;

  /** 26 digits have 130 bits, so the first has three of its five. */
  private static final int HIGHEST_FIRST_DIGIT = 7;

  /**
   * Reads the digits at the end of a text.
   *
   * @param text anything that ends with them
   * @param from where they start
   * @return the bits
   * @throws InvalidIdException if there is anything else from there on; the message says where
   */
  public static TypeIdSuffix parse(CharSequence text, int from) {
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
   * Writes this as text.
   *
   * @return 26 Crockford digits, in lower case
   */
  @Override
  public String toString() {
    return Crockford.STRICT.encode(high, low, DIGITS);
  }
}
