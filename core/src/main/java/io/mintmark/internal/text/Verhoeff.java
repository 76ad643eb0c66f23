package io.mintmark.internal.text;

/**
 * A product in the dihedral group of order 10, with a permutation for each place (J. Verhoeff,
 * 1969).
 */
final class Verhoeff extends Check {

  private static final String[] PRODUCT = {
    "0123456789",
    "1234067895",
    "2340178956",
    "3401289567",
    "4012395678",
    "5987604321",
    "6598710432",
    "7659821043",
    "8765932104",
    "9876543210"
  };

  /** The permutation's powers by place. The check digit has place 0. */
  private static final String[] PERMUTED = {
    "0123456789",
    "1576283094",
    "5803796142",
    "8916043527",
    "9453126870",
    "4286573901",
    "2793806415",
    "7046913258"
  };

  private static final String INVERSE = "0432156789";

  Verhoeff() {
    super("verhoeff", Alphabet.DECIMAL);
  }

  @Override
  String compute(byte[] values) {
    int state = 0;
    for (int place = 1; place <= values.length; place++) {
      byte value = values[values.length - place];
      int permuted = PERMUTED[place % PERMUTED.length].charAt(value) - '0';
      state = PRODUCT[state].charAt(permuted) - '0';
    }
    return INVERSE.substring(state, state + 1);
  }
}
