package io.mintmark.internal.text;

/** A pure system of ISO 7064 of radix 2: its modulus is one more than the alphabet's size. */
final class Iso7064Pure extends Check {

  private static final int RADIX = 2;

  private final String checks;

  /**
   * Makes a pure system.
   *
   * @param supplementary the check character for the highest value, which does not occur in texts
   */
  Iso7064Pure(String name, String alphabet, char supplementary) {
    super(name, alphabet);
    this.checks = alphabet + supplementary;
  }

  @Override
  String compute(byte[] values) {
    int modulus = checks.length();
    int state = 0;
    for (byte value : values) {
      state = (state + value) * RADIX % modulus;
    }
    int check = (modulus + 1 - state) % modulus;
    return checks.substring(check, check + 1);
  }
}
