package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import java.util.Arrays;

/**
 * An alphabet of digits.
 */
final class Radix {

  private static final byte NONE = -1;
  private static final byte IGNORED = -2;

  private final String what;
  private final String digits;

  /**
   * The value of each character of ISO 8859-1 as a digit; below 0 if the character is not a digit.
   */
  final byte[] values = new byte[256];

  /**
   * Creates an alphabet.
   *
   * @param what the name of a digit in messages, for example {@code a base36 digit}
   * @param digits ASCII characters in the order of their values
   */
  Radix(String what, String digits) {
    this.what = what;
    this.digits = digits;
    Arrays.fill(values, NONE);
    for (int i = 0; i < digits.length(); i++) {
      values[digits.charAt(i)] = (byte) i;
    }
  }

  /** Makes this alphabet, which has upper-case letters, accept lower-case letters too. */
  Radix ignoringCase() {
    for (char c = 'A'; c <= 'Z'; c++) {
      values[Character.toLowerCase(c)] = values[c];
    }
    return this;
  }

  /** Makes this alphabet read a character as a digit that the character resembles. */
  Radix reading(char mistaken, char digit) {
    values[mistaken] = values[digit];
    return this;
  }

  /** Makes this alphabet ignore a character between digits. */
  Radix ignoring(char c) {
    values[c] = IGNORED;
    return this;
  }

  char digit(int value) {
    return digits.charAt(value);
  }

  boolean ignores(char c) {
    return c < values.length && values[c] == IGNORED;
  }

  /**
   * Reads one digit.
   *
   * @param text a text that contains the digit
   * @param index the index of the digit
   * @return the value of the digit
   * @throws InvalidIdException if the character is not a digit
   */
  int value(CharSequence text, int index) {
    char c = text.charAt(index);
    if (c >= values.length || values[c] < 0) {
      throw new InvalidIdException(Message.of(
          "{} is one of {}: character={}, index={}", what, digits, Alphabet.show(c), index));
    }
    return values[c];
  }
}
