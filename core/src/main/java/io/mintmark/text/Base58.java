package io.mintmark.text;

import io.mintmark.InvalidIdException;

/**
 * Bytes in the alphabet of Bitcoin's addresses, which has no 0, O, I and l. Each leading zero byte
 * is one {@code 1}, the rest one number; texts do not sort as their bytes do.
 */
public final class Base58 {

  /** The most bytes that are written as one number: the work grows with the square of them. */
  public static final int MAX_BYTES = Radix.MAX_BYTES;

  private static final Radix RADIX =
      new Radix("a base58 digit", "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz");

  private static final int MAX_DIGITS = RADIX.width(MAX_BYTES);

  private Base58() {}

  /**
   * Writes bytes.
   *
   * @param bytes at most {@value #MAX_BYTES} bytes
   * @return digits, none for no bytes
   * @throws IllegalArgumentException if there are more bytes
   */
  public static String encode(byte[] bytes) {
    String filled = RADIX.encode(bytes);
    // Filled to the width of the largest number, it has a zero digit or more for each zero byte.
    return filled.substring(leadingZeroDigits(filled) - leadingZeroBytes(bytes));
  }

  /**
   * Reads bytes.
   *
   * @param text digits, case-sensitive
   * @return the bytes
   * @throws InvalidIdException if a character is no digit, or there are more digits than {@value
   *     #MAX_BYTES} bytes have
   */
  public static byte[] decode(CharSequence text) {
    if (text.length() > MAX_DIGITS) {
      throw new InvalidIdException("base58 has "
          + MAX_DIGITS
          + " digits at most, for "
          + MAX_BYTES
          + " bytes: length="
          + text.length());
    }
    // A digit has fewer than eight bits.
    byte[] number = RADIX.read(text, text.length());
    int zeroDigits = leadingZeroDigits(text);
    int zeroBytes = leadingZeroBytes(number);
    byte[] bytes = new byte[zeroDigits + number.length - zeroBytes];
    System.arraycopy(number, zeroBytes, bytes, zeroDigits, number.length - zeroBytes);
    return bytes;
  }

  private static int leadingZeroDigits(CharSequence text) {
    int count = 0;
    while (count < text.length() && text.charAt(count) == RADIX.digit(0)) {
      count++;
    }
    return count;
  }

  private static int leadingZeroBytes(byte[] bytes) {
    int count = 0;
    while (count < bytes.length && bytes[count] == 0) {
      count++;
    }
    return count;
  }
}
