package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;

/**
 * Unsigned numbers, and bytes, in digits and letters of both cases. Digits come before upper case
 * and upper case before lower, as in ASCII, so that texts of one width sort as their numbers do. A
 * database column that ignores case takes two such texts for one.
 */
public final class Base62 {

  /** The most bytes that are written as one number: the work grows with the square of them. */
  public static final int MAX_BYTES = Radix.MAX_BYTES;

  private static final Radix RADIX =
      new Radix("a base62 digit", Base36.DIGITS + "abcdefghijklmnopqrstuvwxyz");

  private Base62() {}

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
   * @param text digits, case-sensitive
   * @return the number, unsigned
   * @throws InvalidIdException if there is no digit, a character is none, or there are more than 64
   *     bits
   */
  public static long decode(CharSequence text) {
    return RADIX.decode(text);
  }

  /**
   * Writes bytes as one big-endian number, filled with zeros to the width of the largest number
   * that has as many bytes: 27 digits for the 20 bytes of a KSUID.
   *
   * @param bytes at most {@value #MAX_BYTES} bytes
   * @return digits whose order is that of the bytes
   * @throws IllegalArgumentException if there are more bytes
   */
  public static String encode(byte[] bytes) {
    return RADIX.encode(bytes);
  }

  /**
   * Reads bytes.
   *
   * @param text as many digits as {@link #encode(byte[])} writes for {@code length} bytes
   * @param length how many bytes, at most {@value #MAX_BYTES}
   * @return exactly {@code length} bytes
   * @throws IllegalArgumentException if length is out of range
   * @throws InvalidIdException if the text has another width, a character is no digit, or the
   *     number has more bytes
   */
  public static byte[] decode(CharSequence text, int length) {
    return RADIX.decode(text, length);
  }
}
