package io.mintmark.internal.text;

/**
 * The hybrid system of ISO 7064 over 36 characters. Its check character is from the same alphabet.
 */
final class Iso7064Hybrid extends Check {

  private static final int SIZE = 36;

  Iso7064Hybrid() {
    super("iso7064-37-36", Alphabet.BASE_36);
  }

  @Override
  String compute(byte[] values) {
    int state = SIZE;
    for (byte value : values) {
      int sum = (state + value) % SIZE;
      state = (sum == 0 ? SIZE : sum) * 2 % (SIZE + 1);
    }
    int check = (SIZE + 1 - state) % SIZE;
    return Alphabet.BASE_36.substring(check, check + 1);
  }
}
