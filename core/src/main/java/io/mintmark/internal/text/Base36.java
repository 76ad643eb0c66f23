package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;

/**
 * Unsigned numbers in digits and letters: upper case out, either case in.
 */
public final class Base36 {

  /** The ten digits. */
  static final String DECIMAL = "0123456789";

  /** All of them, in the order of their values. */
  static final String DIGITS = DECIMAL + "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  private static final Radix RADIX = new Radix("a base36 digit", DIGITS).ignoringCase();

  private Base36() {}

  /**
   * Writes a number with as few digits as it needs.
   *
   * @param number any number, read as unsigned
   * @return one digit or more
   */
  public static String encode(long number) {
    return RADIX.encode(number);
  }

  /**
   * Writes a number with a fixed width, filled with zeros, so that texts sort as their numbers do.
   *
   * @param number any number, read as unsigned
   * @param width how many digits
   * @return exactly {@code width} digits
   * @throws IllegalArgumentException if the number does not fit
   */
  public static String encode(long number, int width) {
    return RADIX.encode(number, width);
  }

  /**
   * Reads a number.
   *
   * @param text digits, in either case
   * @return the number, unsigned
   * @throws InvalidIdException if there is no digit, a character is none, or there are more than 64
   *     bits
   */
  public static long decode(CharSequence text) {
    return RADIX.decode(text);
  }
}
