package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;

/**
 * Douglas Crockford's base 32: upper case out, no letters that are mistaken for others. Reading
 * takes either case, O as 0, I and L as 1, and passes over hyphens.
 */
public final class Crockford {

  /** Bits of a digit. */
  static final int BITS = 5;

  private static final Radix RADIX = new Radix(
          "a Crockford digit", "0123456789ABCDEFGHJKMNPQRSTVWXYZ")
      .reading('O', '0')
      .reading('I', '1')
      .reading('L', '1')
      .ignoringCase()
      .ignoring('-');

  /** The digits and five more, for the 37 values of a check symbol. */
  private static final Radix CHECK = new Radix(
          "a Crockford check symbol", "0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U")
      .reading('O', '0')
      .reading('I', '1')
      .reading('L', '1')
      .ignoringCase();

  private Crockford() {}

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
   * @param text digits, in either case, hyphens between them ignored
   * @return the number, unsigned
   * @throws InvalidIdException if there is no digit, a character is none, or there are more than 64
   *     bits
   */
  public static long decode(CharSequence text) {
    return RADIX.decode(text);
  }

  /**
   * Writes a number with as few digits as it needs and a check symbol after them.
   *
   * @param number any number, read as unsigned
   * @return two characters or more
   */
  public static String encodeChecked(long number) {
    return encode(number) + checkSymbol(number);
  }

  /**
   * Reads a number that has its check symbol after it.
   *
   * @param text digits as for {@link #decode} and one check symbol
   * @return the number, unsigned
   * @throws InvalidIdException as {@link #decode}, or if the check symbol is not the number's
   */
  public static long decodeChecked(CharSequence text) {
    int last = text.length() - 1;
    if (last < 1) {
      throw new InvalidIdException(
          Message.of("no digit and check symbol: length={}", text.length()));
    }
    long number = RADIX.decode(text, 0, last);
    char symbol = CHECK.digit(CHECK.value(text, last));
    if (symbol != checkSymbol(number)) {
      throw new InvalidIdException(Message.of(
          "the check symbol is not the number modulo 37: symbol={}, expected={}, index={}",
          symbol,
          checkSymbol(number),
          last));
    }
    return number;
  }

  /**
   * Computes a number's check symbol, which finds every wrong digit and every two swapped
   * neighbours.
   *
   * @param number any number, read as unsigned
   * @return a digit or one of {@code * ~ $ = U}
   */
  public static char checkSymbol(long number) {
    return CHECK.digit((int) Long.remainderUnsigned(number, CHECK.size()));
  }

  /**
   * Reads a text of an exact number of digits.
   *
   * @param what the kind of text, for messages
   * @param highestFirst the highest value of the first digit, where the digits have more bits than
   *     the number
   */
  static byte[] digits(String what, CharSequence text, int count, int highestFirst) {
    byte[] digits = new byte[count];
    int found = 0;
    for (int i = 0; i < text.length(); i++) {
      if (RADIX.ignores(text.charAt(i))) {
        continue;
      }
      int digit = RADIX.value(text, i);
      if (found == 0 && digit > highestFirst) {
        throw new InvalidIdException(what
            + " starts with "
            + RADIX.digit(highestFirst)
            + " at most: character="
            + text.charAt(i)
            + ", index="
            + i);
      }
      if (found == count) {
        throw new InvalidIdException(what + " has " + count + " digits: excess index=" + i);
      }
      digits[found++] = (byte) digit;
    }
    if (found < count) {
      throw new InvalidIdException(what + " has " + count + " digits: digits=" + found);
    }
    return digits;
  }

  /** Writes the lowest bits of 128 with an exact number of digits. */
  static String encode(long high, long low, int count) {
    char[] digits = new char[count];
    long upper = high;
    long lower = low;
    for (int i = count - 1; i >= 0; i--) {
      digits[i] = RADIX.digit((int) (lower & ((1 << BITS) - 1)));
      lower = lower >>> BITS | upper << (Long.SIZE - BITS);
      upper >>>= BITS;
    }
    return new String(digits);
  }
}
