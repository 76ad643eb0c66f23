package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An alphabet of digits, and numbers written in it, highest digit first.
 *
 * <p>Numbers have two sizes: a {@code long}, always unsigned here, and bytes read as one big-endian
 * number. The cost of the second grows with the square of the length, so the length is bounded.
 */
final class Radix {

  private static final byte NONE = -1;
  private static final byte IGNORED = -2;

  /** The most bytes of a number. Bounds the work, which grows with the square of the length. */
  static final int MAX_BYTES = 1024;

  private final String what;
  private final byte[] digits;
  private final byte[] values = new byte[128];
  private final long largestBeforeShift;

  /**
   * Makes an alphabet.
   *
   * @param what the kind of its digits, for messages: {@code a base36 digit}
   * @param digits ASCII characters in the order of their values
   */
  Radix(String what, String digits) {
    this.what = what;
    this.digits = digits.getBytes(StandardCharsets.US_ASCII);
    this.largestBeforeShift = Long.divideUnsigned(-1, digits.length());
    Arrays.fill(values, NONE);
    for (int i = 0; i < digits.length(); i++) {
      values[digits.charAt(i)] = (byte) i;
    }
  }

  /** Reads letters in either case; for an alphabet of upper-case letters. */
  Radix ignoringCase() {
    for (char c = 'A'; c <= 'Z'; c++) {
      values[Character.toLowerCase(c)] = values[c];
    }
    return this;
  }

  /** Reads a character as the digit that it resembles. */
  Radix reading(char mistaken, char digit) {
    values[mistaken] = values[digit];
    return this;
  }

  /** Ignores a character between digits. */
  Radix ignoring(char c) {
    values[c] = IGNORED;
    return this;
  }

  char digit(int value) {
    return (char) digits[value];
  }

  boolean has(char c) {
    return valueOrNone(c) >= 0;
  }

  boolean ignores(char c) {
    return valueOrNone(c) == IGNORED;
  }

  /** Returns a character's value as a digit; below 0 if it is no digit. */
  int valueOrNone(char c) {
    return c < values.length ? values[c] : NONE;
  }

  /**
   * Reads one digit.
   *
   * @param text contains the digit
   * @param index its index
   * @return its value
   * @throws InvalidIdException if the character is no digit
   */
  int value(CharSequence text, int index) {
    char c = text.charAt(index);
    if (!has(c)) {
      throw new InvalidIdException(what
          + " is one of "
          + new String(digits, StandardCharsets.US_ASCII)
          + ": character="
          + (c > ' ' && c < 127 ? "'" + c + "'" : String.format("U+%04X", (int) c))
          + ", index="
          + index);
    }
    return values[c];
  }

  /**
   * Reads an unsigned number from a part of a text.
   *
   * @throws InvalidIdException if the part has no digit, has other characters, or has more than 64
   *     bits
   */
  long decode(CharSequence text, int from, int to) {
    long number = 0;
    boolean empty = true;
    for (int i = from; i < to; i++) {
      if (ignores(text.charAt(i))) {
        continue;
      }
      int digit = value(text, i);
      long shifted = number * digits.length;
      if (Long.compareUnsigned(number, largestBeforeShift) > 0
          || Long.compareUnsigned(shifted + digit, shifted) < 0) {
        throw new InvalidIdException(
            Message.of("the number has more than 64 bits: base={}, index={}", digits.length, i));
      }
      number = shifted + digit;
      empty = false;
    }
    if (empty) {
      throw new InvalidIdException(Message.of("the number has no digit: index={}", from));
    }
    return number;
  }

  /** Returns how many digits the largest number with the given count of bytes has. */
  int width(int bytes) {
    return (int) Math.ceil(bytes * Byte.SIZE * Math.log(2) / Math.log(digits.length));
  }

  /**
   * Writes bytes as one number, padded with zeros to the width of the largest number.
   *
   * @throws IllegalArgumentException if there are more than {@value #MAX_BYTES}
   */
  String encode(byte[] bytes) {
    checkLength(bytes.length);
    byte[] number = bytes.clone();
    byte[] text = new byte[width(bytes.length)];
    for (int i = text.length - 1; i >= 0; i--) {
      text[i] = digits[divide(number)];
    }
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  /**
   * Reads a number with an exact count of bytes.
   *
   * @throws IllegalArgumentException if the count is out of range
   * @throws InvalidIdException if the text does not have that count's width, or needs more bytes
   */
  byte[] decode(CharSequence text, int length) {
    checkLength(length);
    if (text.length() != width(length)) {
      throw new InvalidIdException(
          length + " bytes have " + width(length) + " digits: length=" + text.length());
    }
    return read(text, length);
  }

  /** Reads a number with at most the given count of bytes. */
  byte[] read(CharSequence text, int length) {
    byte[] number = new byte[length];
    for (int i = 0; i < text.length(); i++) {
      if (append(number, value(text, i)) != 0) {
        throw new InvalidIdException(
            Message.of("the number does not fit its bytes: bytes={}, index={}", length, i));
      }
    }
    return number;
  }

  private static void checkLength(int length) {
    if (length < 0 || length > MAX_BYTES) {
      throw new IllegalArgumentException(
          Message.of("the number of bytes is not 0 to {}: length={}", MAX_BYTES, length));
    }
  }

  /** Divides a big-endian number in place, and returns the remainder. */
  private int divide(byte[] number) {
    int remainder = 0;
    for (int i = 0; i < number.length; i++) {
      int dividend = remainder << Byte.SIZE | Byte.toUnsignedInt(number[i]);
      number[i] = (byte) (dividend / digits.length);
      remainder = dividend % digits.length;
    }
    return remainder;
  }

  /**
   * Multiplies a big-endian number by this base in place and adds a digit.
   *
   * @return the overflow
   */
  private int append(byte[] number, int digit) {
    int carry = digit;
    for (int i = number.length - 1; i >= 0; i--) {
      carry += Byte.toUnsignedInt(number[i]) * digits.length;
      number[i] = (byte) carry;
      carry >>>= Byte.SIZE;
    }
    return carry;
  }
}
