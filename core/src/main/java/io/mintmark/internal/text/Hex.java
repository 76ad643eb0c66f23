package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Base 16: two digits a byte, lower case out, either case in. */
public final class Hex {

  /** Digits of an {@code int}. */
  private static final int INT_DIGITS = 2 * Integer.BYTES;

  private static final Radix RADIX = new Radix("a hex digit", "0123456789ABCDEF").ignoringCase();

  /** Two ASCII digits for each byte, so that a byte costs one look-up and one store. */
  private static final short[] PAIRS = pairs();

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private Hex() {}

  private static short[] pairs() {
    short[] pairs = new short[1 << Byte.SIZE];
    String digits = "0123456789abcdef";
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = (short) (digits.charAt(i >>> 4) << Byte.SIZE | digits.charAt(i & 15));
    }
    return pairs;
  }

  /**
   * Writes a number as eight digits, highest first, into a text that is being put together.
   *
   * @param number 32 bits
   * @param ascii where to
   * @param offset index of the first digit
   * @throws IndexOutOfBoundsException if eight digits do not fit there
   */
  public static void write(int number, byte[] ascii, int offset) {
    SHORT.set(ascii, offset, PAIRS[number >>> 24]);
    SHORT.set(ascii, offset + 2, PAIRS[number >>> 16 & 0xFF]);
    SHORT.set(ascii, offset + 4, PAIRS[number >>> 8 & 0xFF]);
    SHORT.set(ascii, offset + 6, PAIRS[number & 0xFF]);
  }

  /**
   * Writes a number.
   *
   * @param number 64 bits
   * @return sixteen digits, in lower case
   */
  public static String encode(long number) {
    byte[] ascii = new byte[2 * INT_DIGITS];
    write((int) (number >>> Integer.SIZE), ascii, 0);
    write((int) number, ascii, INT_DIGITS);
    return new String(ascii, StandardCharsets.ISO_8859_1);
  }

  /**
   * Reads a number from a part of a text.
   *
   * @param text has digits in either case
   * @param from index of the first digit
   * @param to end of the digits, exclusive
   * @return the number, unsigned
   * @throws InvalidIdException if there is no digit, a character is none, or there are more than 64
   *     bits
   * @throws IndexOutOfBoundsException if that part is not in the text
   */
  public static long decode(CharSequence text, int from, int to) {
    return RADIX.decode(text, from, to);
  }
}
