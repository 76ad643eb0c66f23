package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import java.util.Locale;

/** Douglas Crockford's base 32, which has no letters that are mistaken for others. */
final class Crockford {

  /** Bits of a digit. */
  static final int BITS = 5;

  private static final String UPPER_CASE = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  /**
   * As he describes it: upper case out; reading takes either case, O as 0, I and L as 1, and passes
   * over hyphens.
   */
  static final Crockford TOLERANT = new Crockford(new Radix("a Crockford digit", UPPER_CASE)
      .reading('O', '0')
      .reading('I', '1')
      .reading('L', '1')
      .ignoringCase()
      .ignoring('-'));

  /** Lower case out and in, and nothing else read. */
  static final Crockford STRICT =
      new Crockford(new Radix("a lower-case Crockford digit", UPPER_CASE.toLowerCase(Locale.ROOT)));

  private final Radix radix;

  private Crockford(Radix radix) {
    this.radix = radix;
  }

  /**
   * Reads a text of an exact number of digits.
   *
   * @param what the kind of text, for messages
   * @param text what ends with the digits
   * @param from where they start
   * @param count how many there are
   * @param highestFirst the highest value of the first digit, where the digits have more bits than
   *     the number
   */
  byte[] digits(String what, CharSequence text, int from, int count, int highestFirst) {
    byte[] digits = new byte[count];
    int found = 0;
    for (int i = from; i < text.length(); i++) {
      if (radix.ignores(text.charAt(i))) {
        continue;
      }
      int digit = radix.value(text, i);
      if (found == 0 && digit > highestFirst) {
        throw new InvalidIdException(what
            + " starts with "
            + radix.digit(highestFirst)
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
  String encode(long high, long low, int count) {
    char[] digits = new char[count];
    long upper = high;
    long lower = low;
    for (int i = count - 1; i >= 0; i--) {
      digits[i] = radix.digit((int) (lower & ((1 << BITS) - 1)));
      lower = lower >>> BITS | upper << (Long.SIZE - BITS);
      upper >>>= BITS;
    }
    return new String(digits);
  }
}
