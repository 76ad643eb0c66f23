package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;

/** The common part of all check digits: it turns a text into its characters' values. */
abstract class Check implements CheckDigit {

  private final String name;
  private final String alphabet;
  private final Radix covered;

  Check(String name, String alphabet) {
    this.name = name;
    this.alphabet = alphabet;
    this.covered = new Radix("a character under " + name, alphabet);
  }

  /**
   * Computes the check characters of a text.
   *
   * @param values the values of the text's characters in the alphabet, one or more
   */
  abstract String compute(byte[] values);

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String alphabet() {
    return alphabet;
  }

  @Override
  public int length() {
    return 1;
  }

  @Override
  public final String compute(CharSequence text) {
    if (text.length() == 0) {
      throw new InvalidIdException(name + " covers one character or more: length=0");
    }
    byte[] values = new byte[text.length()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (byte) covered.value(text, i);
    }
    return compute(values);
  }
}
