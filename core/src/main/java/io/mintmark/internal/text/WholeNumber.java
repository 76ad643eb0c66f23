package io.mintmark.internal.text;

/**
 * Parses whole numbers strictly. A number consists of the digits 0 to 9 without leading zeros, and
 * may begin with a minus sign. In contrast, {@link Long#parseLong} also accepts a plus sign,
 * leading zeros and the digits of all scripts.
 */
public final class WholeNumber {

  private WholeNumber() {}

  /**
   * Parses a number of 64 bits.
   *
   * @param text for example {@code -12}
   * @return the value of the number
   * @throws NumberFormatException if the text is not such a number, or the number has more bits.
   *     The message of the exception contains the reason, but not the text
   */
  public static long parse(String text) {
    return parse(text, Long.SIZE);
  }

  /**
   * Parses a number of 32 bits.
   *
   * @param text for example {@code -12}
   * @return the value of the number
   * @throws NumberFormatException if the text is not such a number, or the number has more bits.
   *     The message of the exception contains the reason, but not the text
   */
  public static int parseInt(String text) {
    return (int) parse(text, Integer.SIZE);
  }

  private static long parse(String text, int bits) {
    int from = text.startsWith("-") ? 1 : 0;
    boolean digits = text.length() > from;
    for (int i = from; i < text.length(); i++) {
      digits &= text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    if (!digits) {
      throw new NumberFormatException("not a whole number");
    }
    if (text.charAt(from) == '0' && text.length() > 1) {
      throw new NumberFormatException(
          "a whole number with a leading zero, which some read as octal");
    }
    try {
      long number = Long.parseLong(text);
      if (number >> (bits - 1) == number >> (Long.SIZE - 1)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The number has more than 64 bits.
    }
    throw new NumberFormatException("not a whole number of " + bits + " bits");
  }
}
