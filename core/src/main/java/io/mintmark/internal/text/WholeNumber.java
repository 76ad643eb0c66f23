package io.mintmark.internal.text;

/**
 * Parses whole numbers strictly. A number consists of the digits 0 to 9 without leading zeros, and
 * may begin with a minus sign. In contrast, {@link Long#parseLong} also accepts a plus sign,
 * leading zeros and the digits of all scripts.
 */
public final class WholeNumber {

  private static final String NONE = "not a whole number";

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
    check(text);
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new NumberFormatException(NONE + " of 64 bits");
    }
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
    check(text);
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new NumberFormatException(NONE + " of 32 bits");
    }
  }

  private static void check(String text) {
    int from = text.startsWith("-") ? 1 : 0;
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        throw new NumberFormatException(NONE);
      }
    }
    if (text.length() == from) {
      throw new NumberFormatException(NONE);
    }
    if (text.charAt(from) == '0' && text.length() > 1) {
      throw new NumberFormatException(
          "a whole number with a leading zero, which some read as octal");
    }
  }
}
