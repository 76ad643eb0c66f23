package io.mintmark.internal.text;

import io.mintmark.error.Message;

/**
 * Reads whole numbers: the digits 0 to 9, and at most a minus sign before them. In contrast, {@link
 * Long#parseLong} also reads a plus sign and the digits of all scripts.
 */
public final class WholeNumber {

  private WholeNumber() {}

  /**
   * Reads a number of 64 bits.
   *
   * @param text for example {@code -12} or {@code 007}
   * @return its value
   * @throws NumberFormatException if it is no such number, or has more bits
   */
  public static long parse(String text) {
    check(text);
    return Long.parseLong(text);
  }

  /**
   * Reads a number of 32 bits.
   *
   * @param text for example {@code -12} or {@code 007}
   * @return its value
   * @throws NumberFormatException if it is no such number, or has more bits
   */
  public static int parseInt(String text) {
    check(text);
    return Integer.parseInt(text);
  }

  private static void check(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && (c != '-' || i > 0)) {
        throw new NumberFormatException(Message.of("not a whole number: text='{}'", text));
      }
    }
  }
}
