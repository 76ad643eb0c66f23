package io.mintmark.internal.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All check digits. */
public final class CheckDigits {

  /**
   * Luhn's, used for payment cards (ISO/IEC 7812-1): decimal. Detects every wrong digit, and every
   * two swapped neighbours except 09 and 90.
   */
  public static final CheckDigit LUHN = new Luhn();

  /** Damm's: decimal. Detects every wrong digit and every two swapped neighbours. */
  public static final CheckDigit DAMM = new Damm();

  /** Verhoeff's: decimal. Detects every wrong digit and every two swapped neighbours. */
  public static final CheckDigit VERHOEFF = new Verhoeff();

  /**
   * ISO 7064 mod 97-10: two digits, 02 to 98, over digits and upper-case letters. Letters count as
   * 10 to 35, as in IBAN (ISO 13616) and LEI (ISO 17442). Detects every wrong character if digits
   * remain digits and letters remain letters, and every two swapped neighbouring digits.
   */
  public static final CheckDigit MOD_97_10 = new Mod97();

  /**
   * ISO 7064 mod 37,36: one check character over digits and upper-case letters. It is a digit or an
   * upper-case letter too. Detects every wrong character, and nearly every two swapped neighbours.
   */
  public static final CheckDigit MOD_37_36 = new Iso7064Hybrid();

  /**
   * ISO 7064 mod 11-2, used by ISNI and ORCID: a digit or X over digits. Detects every wrong digit
   * and every two swapped digits.
   */
  public static final CheckDigit MOD_11_2 = new Iso7064Pure("iso7064-11-2", Alphabet.DECIMAL, 'X');

  /**
   * ISO 7064 mod 37-2: one check character over digits and upper-case letters. It is a digit, an
   * upper-case letter or {@code *}. Detects every wrong character and every two swapped characters.
   */
  public static final CheckDigit MOD_37_2 = new Iso7064Pure("iso7064-37-2", Alphabet.BASE_36, '*');

  private static final Map<String, CheckDigit> ALL = byName();

  private CheckDigits() {}

  private static Map<String, CheckDigit> byName() {
    Map<String, CheckDigit> all = new LinkedHashMap<>();
    for (CheckDigit each :
        List.of(LUHN, DAMM, VERHOEFF, MOD_97_10, MOD_37_36, MOD_11_2, MOD_37_2)) {
      all.put(each.name(), each);
    }
    return Collections.unmodifiableMap(all);
  }

  /**
   * Returns all check digits by name, in the order for display.
   *
   * @return unmodifiable; the names are {@code luhn}, {@code damm}, {@code verhoeff}, {@code
   *     mod97}, {@code iso7064-37-36}, {@code iso7064-11-2} and {@code iso7064-37-2}
   */
  public static Map<String, CheckDigit> all() {
    return ALL;
  }
}
