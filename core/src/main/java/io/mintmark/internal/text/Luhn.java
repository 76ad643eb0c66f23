package io.mintmark.internal.text;

/** A sum in which every second digit, from the last, is replaced by the digit sum of its double. */
final class Luhn extends Check {

  Luhn() {
    super("luhn", Alphabet.DECIMAL);
  }

  @Override
  String compute(byte[] values) {
    int sum = 0;
    for (int i = values.length - 1; i >= 0; i -= 2) {
      int doubled = 2 * values[i];
      sum += doubled / 10 + doubled % 10 + (i > 0 ? values[i - 1] : 0);
      sum %= 10;
    }
    return Integer.toString((10 - sum) % 10);
  }
}
