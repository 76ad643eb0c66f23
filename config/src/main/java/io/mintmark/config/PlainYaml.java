package io.mintmark.config;

import java.util.regex.Pattern;

/**
 * Plain (unquoted) YAML texts that versions of YAML read differently. Mintmark reads its own file
 * as YAML 1.2, and Spring reads its files as YAML 1.1: {@code start: 010} would be 10 in YAML 1.2
 * and 8 in YAML 1.1.
 */
public final class PlainYaml {

  /** The message about such a text, with the remedy. */
  public static final String FAULT =
      "versions of YAML read the value differently; put it in quotes, or write numbers"
          + " in decimal, without leading zeros, and flags as true or false";

  /** Plain texts that YAML 1.1 reads as flags, null, or numbers of another form. */
  private static final Pattern AMBIGUOUS =
      Pattern.compile("(?i:yes|no|on|off|y|n)|True|TRUE|False|FALSE|~|null|Null|NULL"
          + "|[-+]?0[0-9_]+|\\+[0-9].*|-0"
          + "|[-+]?0[xX][0-9a-fA-F_]+|[-+]?0[bB][01_]+|[-+]?0[oO][0-7_]+"
          + "|[-+]?[0-9]+_[0-9_.]*|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\\.[0-9_]*)?"
          + "|[-+]?\\.(?i:inf)|\\.(?i:nan)");

  /**
   * Numbers with a point or an exponent. A reader of YAML 1.1 converts them to a double, whose text
   * may differ.
   */
  private static final Pattern FRACTION =
      Pattern.compile("(?=.*[.eE])[-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?");

  private PlainYaml() {}

  /**
   * Returns whether versions of YAML read a plain text differently.
   *
   * @param text the text in the file
   * @return false for texts that every version reads as they are written
   */
  public static boolean isAmbiguous(String text) {
    return AMBIGUOUS.matcher(text).matches()
        || (FRACTION.matcher(text).matches()
            && !Double.toString(Double.parseDouble(text)).equals(text));
  }
}
