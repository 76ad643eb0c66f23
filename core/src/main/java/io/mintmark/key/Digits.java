package io.mintmark.key;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.internal.text.Alphabet;

/** Writes and reads numbers of a fixed width as ASCII digits. */
final class Digits {

  /** The numbers 0 to 99 as two digits each. */
  private static final byte[] PAIRS = new byte[200];

  static {
    for (int i = 0; i < 100; i++) {
      PAIRS[2 * i] = (byte) ('0' + i / 10);
      PAIRS[2 * i + 1] = (byte) ('0' + i % 10);
    }
  }

  private Digits() {}

  /** Returns {@code base^exponent}, which must fit into a long. */
  static long power(int base, int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power = Math.multiplyExact(power, base);
    }
    return power;
  }

  /** Writes a number below {@code 10^width}, with leading zeros. */
  static void write(long value, int width, byte[] out, int at) {
    int next = at + width;
    long rest = value;
    while (next - at >= 2) {
      long quotient = rest / 100;
      int pair = 2 * (int) (rest - quotient * 100);
      next -= 2;
      out[next] = PAIRS[pair];
      out[next + 1] = PAIRS[pair + 1];
      rest = quotient;
    }
    if (next > at) {
      out[at] = (byte) ('0' + rest);
    }
  }

  /** Writes a number in the digits of an alphabet. */
  static void write(long value, int width, String alphabet, byte[] out, int at) {
    if (alphabet.length() == 10) {
      write(value, width, out, at);
      return;
    }
    long rest = value;
    for (int next = at + width - 1; next >= at; next--) {
      out[next] = (byte) alphabet.charAt((int) (rest % alphabet.length()));
      rest /= alphabet.length();
    }
  }

  /** Reads a decimal number of up to 18 digits. */
  static long read(CharSequence key, int at, int width) {
    return read(key, at, width, Alphabet.DECIMAL);
  }

  /**
   * Reads a number in the digits of an alphabet, which are in the order of ASCII.
   *
   * @throws InvalidIdException if a character is not in the alphabet
   */
  static long read(CharSequence key, int at, int width, String alphabet) {
    int base = alphabet.length();
    long value = 0;
    for (int i = at; i < at + width; i++) {
      int digit = digit(key.charAt(i));
      if (digit >= base) {
        throw noDigit(key.charAt(i), base, i + 1);
      }
      value = value * base + digit;
    }
    return value;
  }

  /** Returns the value of a digit, or {@link Integer#MAX_VALUE} if the character is not a digit. */
  private static int digit(char c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    if (c >= 'A' && c <= 'Z') {
      return c - 'A' + 10;
    }
    return c >= 'a' && c <= 'z' ? c - 'a' + 36 : Integer.MAX_VALUE;
  }

  private static InvalidIdException noDigit(char c, int base, int column) {
    String digits = base == 10 ? "0-9" : base == 36 ? "0-9 A-Z" : "0-9 A-Z a-z";
    return new InvalidIdException(
        Message.of("the digit is not one of {}: character={}, column={}", digits, show(c), column));
  }

  /** Returns a character for a message: the character itself if it is visible. */
  static String show(char c) {
    return c > ' ' && c < 0x7F ? "'" + c + "'" : String.format("U+%04X", (int) c);
  }
}
