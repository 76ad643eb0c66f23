package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Base 16, with two digits for each byte. Writes lower case, and reads upper and lower case. */
public final class Hex {

  /** The last character of ISO 8859-1. */
  private static final int LATIN = 0xFF;

  private static final Radix RADIX =
      new Radix("a hex digit", "0123456789ABCDEF").reading("abcdef", "ABCDEF");

  private static final byte[] VALUES = RADIX.values;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final long EACH_BYTE = 0x0101_0101_0101_0101L;

  private Hex() {}

  /**
   * Writes a number as eight digits into an array, the highest digit first.
   *
   * @param number 32 bits
   * @param ascii the array
   * @param offset the index of the first digit
   * @throws IndexOutOfBoundsException if eight digits do not fit there
   */
  public static void write(int number, byte[] ascii, int offset) {
    LONG.set(ascii, offset, digits(number));
  }

  /**
   * Returns eight ASCII digits as one word. Computing all digits together costs less than a look-up
   * and a store for each byte.
   */
  private static long digits(int number) {
    long nibbles = Integer.toUnsignedLong(number);
    nibbles = (nibbles | nibbles << 16) & 0x0000_FFFF_0000_FFFFL;
    nibbles = (nibbles | nibbles << 8) & 0x00FF_00FF_00FF_00FFL;
    nibbles = (nibbles | nibbles << 4) & 0x0F * EACH_BYTE;
    long letters = (nibbles + 6 * EACH_BYTE) >>> 4 & EACH_BYTE;
    return nibbles + '0' * EACH_BYTE + letters * ('a' - 10 - '0');
  }

  private static void check(CharSequence text, int from, int to) {
    for (int i = from; i < to; i++) {
      int unused = RADIX.value(text, i);
    }
  }

  /**
   * Reads twice four digits.
   *
   * @param text a text with digits, in upper or lower case
   * @param first the index of the first four digits
   * @param second the index of the other four digits
   * @return 32 bits
   * @throws InvalidIdException if a character is not a hex digit; the message contains its index
   * @throws IndexOutOfBoundsException if the text is too short
   */
  public static long eight(String text, int first, int second) {
    int high = four(text, first);
    int low = four(text, second);
    if ((high | low) >>> 16 != 0) {
      check(text, first, first + 4);
      check(text, second, second + 4);
    }
    return (long) high << 16 | low;
  }

  /** Reads four digits without a branch. Higher bits are set if a character is not a digit. */
  static int four(String text, int from) {
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
