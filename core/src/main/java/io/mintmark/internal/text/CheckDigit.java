package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;

/**
 * A way to compute one or two characters from a text, put after it so that a slip of the pen shows.
 * It protects against accidents, not against forgery. Thread-safe.
 *
 * @see CheckDigits
 */
public interface CheckDigit {

  /**
   * Returns the name by which formats choose it.
   *
   * @return a key of {@link CheckDigits#all}
   */
  String name();

  /**
   * Returns the characters that a text may be made of; any other is refused.
   *
   * @return each character once, in the order of their values
   */
  String alphabet();

  /**
   * Returns how many characters are put after a text.
   *
   * @return 1 or 2
   */
  int length();

  /**
   * Computes what is to be put after a text.
   *
   * @param text one character or more of {@link #alphabet}
   * @return {@link #length} characters, which may be others than the alphabet's
   * @throws InvalidIdException if the text is empty, or has another character; says which and where
   */
  String compute(CharSequence text);

  /**
   * Tells whether a text ends with what belongs there. Never throws.
   *
   * @param text any text
   * @return false also where it is too short or has a character that is not covered
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
