package io.mintmark.config;

import java.util.regex.Pattern;

/**
 * Plain texts in YAML, those without quotes, that versions of YAML read differently. Mintmark's own
 * file is read as YAML 1.2, Spring's files as YAML 1.1: {@code start: 010} would be 10 in one and 8
 * in the other.
 */
public final class PlainYaml {

  /** What is wrong with such a text, and what to do about it. */
  public static final String FAULT =
      "versions of YAML read the value differently; put it in quotes, or write numbers"
          + " in decimal, without leading zeros, and flags as true or false";

  /** Plain texts that are flags, nothing, or numbers of another form in YAML 1.1. */
  private static final Pattern AMBIGUOUS =
      Pattern.compile("(?i:yes|no|on|off|y|n)|True|TRUE|False|FALSE|~|null|Null|NULL"
          + "|[-+]?0[0-9_]+|\\+[0-9].*|-0"
          + "|[-+]?0[xX][0-9a-fA-F_]+|[-+]?0[bB][01_]+|[-+]?0[oO][0-7_]+"
          + "|[-+]?[0-9]+_[0-9_.]*|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\\.[0-9_]*)?"
          + "|[-+]?\\.(?i:inf)|\\.(?i:nan)");

  /** Numbers with a point or an exponent, which YAML 1.1 writes in a form of its own. */
  private static final Pattern FRACTION =
      Pattern.compile("(?=.*[.eE])[-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?");

  private PlainYaml() {}

  /**
   * Returns whether versions of YAML read a plain text differently.
   *
   * @param text as it is written
   * @return false for texts that every version reads as what is written
   */
  public static boolean isAmbiguous(String text) {
    return AMBIGUOUS.matcher(text).matches()
        || (FRACTION.matcher(text).matches()
            && !Double.toString(Double.parseDouble(text)).equals(text));
  }
}
