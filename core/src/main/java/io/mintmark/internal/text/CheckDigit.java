package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import java.util.function.Function;

/**
 * Computes one or two check characters. They follow a text, and detect typing errors in it. They do
 * not protect against forgery. Thread-safe.
 *
 * @see CheckDigits
 */
public final class CheckDigit {

  private final String name;
  private final String alphabet;
  private final int length;
  private final Radix covered;
  private final Function<byte[], String> rule;

  /**
   * Creates a check digit.
   *
   * @param rule computes the check characters of a text. Its argument is the values that the
   *     characters of the text have in the alphabet, one value or more
   */
  CheckDigit(String name, String alphabet, int length, Function<byte[], String> rule) {
    this.name = name;
    this.alphabet = alphabet;
    this.length = length;
    this.covered = new Radix("a character of " + name, alphabet);
    this.rule = rule;
  }

  /**
   * Returns the name by which formats select this check digit.
   *
   * @return a key of {@link CheckDigits#all}
   */
  public String name() {
    return name;
  }

  /**
   * Returns the characters that a text may contain. Any other character is refused.
   *
   * @return each character once, in the order of their values
   */
  public String alphabet() {
    return alphabet;
  }

  /**
   * Returns how many check characters follow a text.
   *
   * @return the number of check characters, 1 or 2
   */
  public int length() {
    return length;
  }

  /**
   * Computes the check characters of a text.
   *
   * @param text one character or more of {@link #alphabet}
   * @return {@link #length} characters, which may be outside the alphabet
   * @throws InvalidIdException if the text is empty, or has a character outside the alphabet; the
   *     message contains the character and its position
   */
  public String compute(CharSequence text) {
    if (text.length() == 0) {
      throw new InvalidIdException(name + " covers one character or more: length=0");
    }
    byte[] values = new byte[text.length()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (byte) covered.value(text, i);
    }
    return rule.apply(values);
  }
}
