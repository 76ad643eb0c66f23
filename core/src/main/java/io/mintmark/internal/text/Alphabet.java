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
}
