package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Base 16: two digits for each byte. Writes lower case, reads either case. */
public final class Hex {

  /** The last character of ISO 8859-1. */
  private static final int LATIN = 0xFF;

  /** Digits in an {@code int}. */
  private static final int INT_DIGITS = 2 * Integer.BYTES;

  private static final Radix RADIX = new Radix("a hex digit", "0123456789ABCDEF").ignoringCase();

  /** The value of each character of ISO 8859-1, below 0 if it is no digit. */
  private static final byte[] VALUES = values();

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final long EACH_BYTE = 0x0101_0101_0101_0101L;

  private Hex() {}

  private static byte[] values() {
    byte[] values = new byte[LATIN + 1];
    for (char c = 0; c < values.length; c++) {
      values[c] = (byte) RADIX.valueOrNone(c);
    }
    return values;
  }

  /**
   * Writes a number as eight digits, highest first, into an unfinished text.
   *
   * @param number 32 bits
   * @param ascii the text's bytes
   * @param offset index of the first digit
   * @throws IndexOutOfBoundsException if eight digits do not fit there
   */
  public static void write(int number, byte[] ascii, int offset) {
    LONG.set(ascii, offset, digits(number));
  }

  /** Computes all eight in one word, which costs less than a look-up and a store for each byte. */
  private static long digits(int number) {
    long nibbles = Integer.toUnsignedLong(number);
    nibbles = (nibbles | nibbles << 16) & 0x0000_FFFF_0000_FFFFL;
    nibbles = (nibbles | nibbles << 8) & 0x00FF_00FF_00FF_00FFL;
    nibbles = (nibbles | nibbles << 4) & 0x0F * EACH_BYTE;
    long letters = (nibbles + 6 * EACH_BYTE) >>> 4 & EACH_BYTE;
    return nibbles + '0' * EACH_BYTE + letters * ('a' - 10 - '0');
  }

  /**
   * Writes a number.
   *
   * @param number 64 bits
   * @return sixteen digits, in lower case
   */
  public static String encode(long number) {
    byte[] ascii = TextBytes.ofThread();
    write((int) (number >>> Integer.SIZE), ascii, 0);
    write((int) number, ascii, INT_DIGITS);
    return TextBytes.text(ascii, 2 * INT_DIGITS);
  }

  /**
   * Reads a number from a part of a text.
   *
   * @param text has digits in either case
   * @param from index of the first digit
   * @param to end of the digits, exclusive
   * @return the number, unsigned
   * @throws InvalidIdException if there is no digit, a character is no digit, or there are more
   *     than 64 bits
   * @throws IndexOutOfBoundsException if that part is not in the text
   */
  public static long decode(CharSequence text, int from, int to) {
    return RADIX.decode(text, from, to);
  }

  /**
   * Reads four digits in few steps, without a branch. If a digit is wrong, {@link #decode} names
   * it.
   *
   * @param text has digits in either case
   * @param from index of the first
   * @return 16 bits; bits above them are set if a character is no digit
   * @throws IndexOutOfBoundsException if there are fewer than four
   */
  public static int four(String text, int from) {
    char a = text.charAt(from);
    char b = text.charAt(from + 1);
    char c = text.charAt(from + 2);
    char d = text.charAt(from + 3);
    return VALUES[a & LATIN] << 12
        | VALUES[b & LATIN] << 8
        | VALUES[c & LATIN] << 4
        | VALUES[d & LATIN]
        | ((a | b | c | d) & ~LATIN) << 8;
  }
}
