package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import java.util.Arrays;

/** An alphabet of digits. */
final class Radix {

  private final String what;

  /** The digits in the order of their values. */
  final String digits;

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
    Arrays.fill(values, (byte) -1);
    for (int i = 0; i < digits.length(); i++) {
      values[digits.charAt(i)] = (byte) i;
    }
  }

  /**
   * Makes this alphabet also read other characters.
   *
   * @param characters ASCII characters that are not digits
   * @param meant the digit as which to read each of the characters
   */
  Radix reading(String characters, String meant) {
    for (int i = 0; i < characters.length(); i++) {
      values[characters.charAt(i)] = values[meant.charAt(i)];
    }
    return this;
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
