package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The check digits that formats can use. Each computes one or two check characters. They follow a
 * text, and detect typing errors in it. They do not protect against forgery.
 */
public enum CheckDigit {

  /**
   * The Luhn algorithm for decimal digits, used for payment cards (ISO/IEC 7812-1). Detects every
   * single wrong digit, and every swap of two adjacent digits other than 09 and 90.
   */
  LUHN("luhn", Alphabet.DECIMAL, 1, CheckDigit::luhn),

  /**
   * The Damm algorithm for decimal digits. Detects every single wrong digit and every swap of two
   * adjacent digits.
   */
  DAMM("damm", Alphabet.DECIMAL, 1, CheckDigit::damm),

  /**
   * The Verhoeff algorithm for decimal digits. Detects every single wrong digit and every swap of
   * two adjacent digits.
   */
  VERHOEFF("verhoeff", Alphabet.DECIMAL, 1, CheckDigit::verhoeff),

  /**
   * ISO 7064 mod 97-10: two check digits, 02 to 98, for digits and upper-case letters. Letters have
   * the values 10 to 35, as in IBAN (ISO 13616) and LEI (ISO 17442). Detects every swap of two
   * adjacent digits. Detects every single wrong character if a digit was replaced by a digit, or a
   * letter by a letter.
   */
  MOD_97_10("mod97", Alphabet.BASE_36, 2, CheckDigit::mod97),

  /**
   * ISO 7064 mod 37,36: one check character for digits and upper-case letters. The check character
   * is a digit or an upper-case letter too. Detects every single wrong character, and almost every
   * swap of two adjacent characters.
   */
  MOD_37_36("iso7064-37-36", Alphabet.BASE_36, 1, CheckDigit::mod37And36),

  /**
   * ISO 7064 mod 11-2, used by ISNI and ORCID: one check character, a digit or X, for decimal
   * digits. Detects every single wrong digit and every swap of two digits.
   */
  MOD_11_2("iso7064-11-2", Alphabet.DECIMAL, 1, values -> pure(values, Alphabet.DECIMAL + 'X')),

  /**
   * ISO 7064 mod 37-2: one check character for digits and upper-case letters. The check character
   * is a digit, an upper-case letter or {@code *}. Detects every single wrong character and every
   * swap of two characters.
   */
  MOD_37_2("iso7064-37-2", Alphabet.BASE_36, 1, values -> pure(values, Alphabet.BASE_36 + '*'));

  private static final Map<String, CheckDigit> ALL = byText();

  /** A totally anti-symmetric quasigroup of order 10 (H. Michael Damm, 2004). */
  private static final String[] DAMM_GROUP = {
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

  private static final String DIHEDRAL_INVERSE = "0432156789";

  /** Verhoeff's permutation. A digit is permuted as often as its position says. */
  private static final String PERMUTED = "1576283094";

  /** The number of positions after which the permuted digits repeat. */
  private static final int PERMUTATIONS = 8;

  private final String text;
  private final int length;

  @SuppressWarnings("ImmutableEnumChecker") // Never changed.
  private final Radix covered;

  @SuppressWarnings("ImmutableEnumChecker") // A stateless lambda.
  private final Function<byte[], String> rule;

  /**
   * Creates a check digit.
   *
   * @param rule computes the check characters of a text. Its argument is the values that the
   *     characters of the text have in the alphabet, one value or more
   */
  CheckDigit(String text, String alphabet, int length, Function<byte[], String> rule) {
    this.text = text;
    this.length = length;
    this.covered = new Radix("a character of " + text, alphabet);
    this.rule = rule;
  }

  private static Map<String, CheckDigit> byText() {
    Map<String, CheckDigit> all = new LinkedHashMap<>();
    Arrays.stream(values()).forEach(each -> all.put(each.text, each));
    return Collections.unmodifiableMap(all);
  }

  /**
   * Returns all check digits by the names that formats use, in the order to show them.
   *
   * @return an unmodifiable map
   */
  public static Map<String, CheckDigit> all() {
    return ALL;
  }

  /**
   * Returns the characters that a text may contain. Any other character is refused.
   *
   * @return each character once, in the order of their values
   */
  public String alphabet() {
    return covered.digits;
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
   * @param covers one character or more of {@link #alphabet}
   * @return {@link #length} characters, which may be outside the alphabet
   * @throws InvalidIdException if the text is empty, or has a character outside the alphabet; the
   *     message contains the character and its position
   */
  public String compute(CharSequence covers) {
    if (covers.length() == 0) {
      throw new InvalidIdException(text + " covers one character or more: length=0");
    }
    byte[] values = new byte[covers.length()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (byte) covered.value(covers, i);
    }
    return rule.apply(values);
  }

  /**
   * Adds the digits. Every second digit, beginning with the last, is doubled first, and counts as
   * the sum of the digits of the result.
   */
  private static String luhn(byte[] values) {
    int sum = 0;
    for (int i = values.length - 1; i >= 0; i -= 2) {
      int doubled = 2 * values[i];
      sum += doubled / 10 + doubled % 10 + (i > 0 ? values[i - 1] : 0);
      sum %= 10;
    }
    return Integer.toString((10 - sum) % 10);
  }

  private static String damm(byte[] values) {
    int state = 0;
    for (byte value : values) {
      state = DAMM_GROUP[state].charAt(value) - '0';
    }
    return Integer.toString(state);
  }

  private static String verhoeff(byte[] values) {
    int state = 0;
    for (int place = 1; place <= values.length; place++) {
      int permuted = values[values.length - place];
      for (int i = 0; i < place % PERMUTATIONS; i++) {
        permuted = PERMUTED.charAt(permuted) - '0';
      }
      state = composed(state, permuted);
    }
    return DIHEDRAL_INVERSE.substring(state, state + 1);
  }

  /** Composes two elements of the dihedral group D5: 0 to 4 are rotations, 5 to 9 reflections. */
  private static int composed(int one, int other) {
    int turn = Math.floorMod(one < 5 ? one + other : one - other, 5);
    return one < 5 == other < 5 ? turn : turn + 5;
  }

  /** Replaces each letter by the two digits of its value. */
  private static String mod97(byte[] values) {
    int remainder = 0;
    for (byte value : values) {
      remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
    }
    int check = 98 - remainder * 100 % 97;
    return check < 10 ? "0" + check : Integer.toString(check);
  }

  /**
   * Computes the check character of the hybrid system of ISO 7064, whose check character is in the
   * alphabet of the text.
   */
  private static String mod37And36(byte[] values) {
    int state = 36;
    for (byte value : values) {
      int sum = (state + value) % 36;
      state = (sum == 0 ? 36 : sum) * 2 % 37;
    }
    int check = (37 - state) % 36;
    return Alphabet.BASE_36.substring(check, check + 1);
  }

  /**
   * Computes the check character of a pure system of ISO 7064 with radix 2. The modulus is one more
   * than the size of the alphabet.
   *
   * @param checks the check characters by their values; the last one does not occur in texts
   */
  private static String pure(byte[] values, String checks) {
    int modulus = checks.length();
    int state = 0;
    for (byte value : values) {
      state = (state + value) * 2 % modulus;
    }
    int check = (modulus + 1 - state) % modulus;
    return checks.substring(check, check + 1);
  }
}
