package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;

/**
 * Douglas Crockford's base 32: upper case out, no letters that are mistaken for others. Reading
 * takes either case, O as 0, I and L as 1, and passes over hyphens.
 */
final class Crockford {

  /** Bits of a digit. */
  static final int BITS = 5;

  private static final Radix RADIX = new Radix(
          "a Crockford digit", "0123456789ABCDEFGHJKMNPQRSTVWXYZ")
      .reading('O', '0')
      .reading('I', '1')
      .reading('L', '1')
      .ignoringCase()
      .ignoring('-');

  private Crockford() {}

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
