package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Douglas Crockford's base 32, without letters that look like other characters. */
public final class Crockford {

  /** The number of bits in a digit. */
  private static final int BITS = 5;

  private static final VarHandle PAIR =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private static final String UPPER_CASE = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final String LOWER_CASE = "0123456789abcdefghjkmnpqrstvwxyz";

  /**
   * The form that Crockford describes. Writes upper case. When reading, accepts either case, reads
   * O as 0, and reads I and L as 1.
   */
  public static final Crockford TOLERANT = new Crockford(new Radix("a Crockford digit", UPPER_CASE)
      .reading(LOWER_CASE + "OoIiLl", UPPER_CASE + "001111"));

  /** Writes and reads lower case only. */
  public static final Crockford STRICT =
      new Crockford(new Radix("a lower-case Crockford digit", LOWER_CASE));

  private static final int DIGITS_OF_128 = 26;

  private final Radix radix;

  /**
   * The two ASCII digits for each value of ten bits. With this table, writing two digits costs one
   * look-up and one store.
   */
  private final short[] pairs = new short[1 << (2 * BITS)];

  private Crockford(Radix radix) {
    this.radix = radix;
    for (int i = 0; i < pairs.length; i++) {
      int first = radix.digits.charAt(i >>> BITS);
      pairs[i] = (short) (first << Byte.SIZE | radix.digits.charAt(i & ((1 << BITS) - 1)));
    }
  }

  /**
   * Reads a given number of digits. Returns two halves of 64 bits, the upper half first.
   *
   * @param what the kind of text, for messages
   * @param text a text that ends with the digits
   * @param from the index of the first digit
   * @param count the required number of digits, 13 for 64 bits and 26 for 128
   * @return the bits
   * @throws InvalidIdException if the text is not the digits; the message contains the position of
   *     the fault
   */
  public long[] read(String what, String text, int from, int count) {
    int found = text.length() - from;
    if (found != count) {
      String fault = found < count ? "digits=" + found : "excess index=" + (from + count);
      throw new InvalidIdException(what + " has " + count + " digits: " + fault);
    }
    // The digits have more bits than the number, so the first digit has fewer.
    int highest = ((1 << BITS) - 1) >> (BITS * count % Long.SIZE);
    if (radix.value(text, from) > highest) {
      char first = text.charAt(from);
      char most = radix.digits.charAt(highest);
      throw new InvalidIdException(
          Message.of("{} starts with {} at most: character={}, index={}", what, most, first, from));
    }
    long high = 0;
    long low = 0;
    for (int i = from; i < text.length(); i++) {
      high = high << BITS | low >>> (Long.SIZE - BITS);
      low = low << BITS | radix.value(text, i);
    }
    return new long[] {high, low};
  }

  /**
   * Returns 128 bits as 26 digits: 12 digits from the upper half, 2 digits with bits of both
   * halves, and 12 digits from the lower half.
   *
   * @param high the upper half
   * @param low the lower half
   * @return the digits
   */
  public String encode(long high, long low) {
    byte[] ascii = TextBytes.ofThread();
    writePairs(high >>> 6, 6, ascii, 0);
    writePairs(high << 4 | low >>> (Long.SIZE - 4), 1, ascii, 12);
    writePairs(low, 6, ascii, 14);
    return TextBytes.text(ascii, DIGITS_OF_128);
  }

  private void writePairs(long bits, int count, byte[] ascii, int offset) {
    long rest = bits;
    for (int i = count - 1; i >= 0; i--) {
      PAIR.set(ascii, offset + 2 * i, pairs[(int) rest & ((1 << (2 * BITS)) - 1)]);
      rest >>>= 2 * BITS;
    }
  }
}
