package io.mintmark.internal.text;

/** ISO 7064 mod 97-10, with letters as the two digits of their value. */
final class Mod97 extends Check {

  private static final int MODULUS = 97;

  Mod97() {
    super("mod97", Alphabet.BASE_36);
  }

  @Override
  public int length() {
    return 2;
  }

  @Override
  String compute(byte[] values) {
    int remainder = 0;
    for (byte value : values) {
      remainder = (remainder * (value < 10 ? 10 : 100) + value) % MODULUS;
    }
    int check = MODULUS + 1 - remainder * 100 % MODULUS;
    return check < 10 ? "0" + check : Integer.toString(check);
  }
}
