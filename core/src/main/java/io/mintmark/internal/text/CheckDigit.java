package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;

/**
 * Computes one or two check characters, which follow a text and reveal typing errors. It protects
 * against accidents, not against forgery. Thread-safe.
 *
 * @see CheckDigits
 */
public interface CheckDigit {

  /**
   * Returns the name that formats use to choose it.
   *
   * @return a key of {@link CheckDigits#all}
   */
  String name();

  /**
   * Returns the characters that a text may contain. Any other character is refused.
   *
   * @return each character once, in the order of their values
   */
  String alphabet();

  /**
   * Returns how many check characters follow a text.
   *
   * @return 1 or 2
   */
  int length();

  /**
   * Computes the check characters of a text.
   *
   * @param text one character or more of {@link #alphabet}
   * @return {@link #length} characters, possibly outside the alphabet
   * @throws InvalidIdException if the text is empty, or has another character; the message names
   *     the character and its place
   */
  String compute(CharSequence text);

  /**
   * Returns whether a text ends with its check characters. Never throws.
   *
   * @param text any text
   * @return false also if it is too short or has a character outside the alphabet
   */
  default boolean isValid(CharSequence text) {
    int end = text.length() - length();
    if (end < 1) {
      return false;
    }
    for (int i = 0; i < end; i++) {
      if (alphabet().indexOf(text.charAt(i)) < 0) {
        return false;
      }
    }
    return compute(text.subSequence(0, end)).contentEquals(text.subSequence(end, text.length()));
  }
}
