package io.mintmark.internal.text;

/**
 * The digits in which numbers are written as text. They are in the order of their values, which is
 * also their order in ASCII.
 */
public final class Alphabet {

  /** The ten digits. */
  public static final String DECIMAL = "0123456789";

  /** The digits and the upper-case letters. */
  public static final String BASE_36 = DECIMAL + "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  /**
   * The digits, the upper-case letters and the lower-case letters. A database column that ignores
   * case cannot distinguish all of these digits.
   */
  public static final String BASE_62 = BASE_36 + "abcdefghijklmnopqrstuvwxyz";

  private Alphabet() {}

  /**
   * Shows a character in a message.
   *
   * @param c any character
   * @return the character in quotes, or {@code U+} and its number in hex if it cannot be seen
   */
  public static String show(char c) {
    return c > ' ' && c < 0x7F ? "'" + c + "'" : String.format("U+%04X", (int) c);
  }
}
