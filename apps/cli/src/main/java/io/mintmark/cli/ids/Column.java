package io.mintmark.cli.ids;

import java.math.BigInteger;
import java.util.Optional;

/**
 * The range of values of a table's column.
 *
 * @param type its type as the database names it
 * @param greatest the greatest whole number that it stores exactly; empty if it is unbounded, or
 *     cannot store numbers
 * @param characters how many characters of text it stores; 0 if it stores no text, or is unbounded
 * @param exact whether it stores every whole number up to the greatest: no floating point
 */
public record Column(String type, Optional<BigInteger> greatest, int characters, boolean exact) {

  /** Returns the greatest number with so many decimal digits. */
  public static BigInteger digits(int digits) {
    return BigInteger.TEN.pow(digits).subtract(BigInteger.ONE);
  }

  /** The greatest number that it stores as a number or as text. */
  Optional<BigInteger> greatestOfAll() {
    return characters > 0 ? Optional.of(digits(characters)) : greatest;
  }
}
