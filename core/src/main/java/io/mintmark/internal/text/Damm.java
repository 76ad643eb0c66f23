package io.mintmark.internal.text;

/** Steps through a totally anti-symmetric quasigroup of order 10 (H. Michael Damm, 2004). */
final class Damm extends Check {

  private static final String[] QUASIGROUP = {
    "0317598642",
    "7092154863",
    "4206871359",
    "1750983426",
    "6123045978",
    "3674209581",
    "5869720134",
    "8945362017",
    "9438617205",
    "2581436790"
  };

  Damm() {
    super("damm", Alphabet.DECIMAL);
  }

  @Override
  String compute(byte[] values) {
    int state = 0;
    for (byte value : values) {
      state = QUASIGROUP[state].charAt(value) - '0';
    }
    return Integer.toString(state);
  }
}
