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

  /**
   * Reads a number in the digits of an alphabet, which begins as {@link Alphabet#BASE_62} does.
   *
   * @throws InvalidIdException if a character is not in the alphabet
   */
  static long read(CharSequence key, int at, int width, String alphabet) {
    int base = alphabet.length();
    long value = 0;
    for (int i = at; i < at + width; i++) {
      char c = key.charAt(i);
      int digit = c <= '9' ? c - '0' : c <= 'Z' ? c - 'A' + 10 : c - 'a' + 36;
      if (digit < 0 || digit >= base || alphabet.charAt(digit) != c) {
        throw new InvalidIdException(Message.of(
            "the digit is not one of {}: character={}, column={}",
            alphabet,
            Alphabet.show(c),
            i + 1));
      }
      value = value * base + digit;
    }
    return value;
  }
}
