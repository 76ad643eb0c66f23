package io.mintmark.cli.ids;

import java.math.BigInteger;
import java.util.Optional;

/**
 * What a column of a table can hold.
 *
 * @param type its type as the database names it
 * @param greatest the greatest whole number that it holds exactly; empty if it has no bound, or
 *     holds no numbers
 * @param characters how many characters of text it holds; 0 if it holds no text, or has no bound
 * @param exact whether it holds every whole number up to the greatest: no floating point
 */
public record Column(String type, Optional<BigInteger> greatest, int characters, boolean exact) {

  /** The greatest number of what has so many decimal digits. */
  public static BigInteger digits(int digits) {
    return BigInteger.TEN.pow(digits).subtract(BigInteger.ONE);
  }

  /** The greatest number that it holds in whatever way. */
  Optional<BigInteger> greatestOfAll() {
    return characters > 0 ? Optional.of(digits(characters)) : greatest;
  }
}
