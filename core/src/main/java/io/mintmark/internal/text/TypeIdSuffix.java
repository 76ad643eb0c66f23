package io.mintmark.internal.text;

import io.mintmark.error.InvalidIdException;
import java.util.UUID;

/**
 * Reads and writes the part of a TypeID after the prefix: a UUID in 26 Crockford digits, only in
 * lower case (TypeID specification 0.3, github.com/jetify-com/typeid).
 */
public final class TypeIdSuffix {

  /** The number of digits. */
  public static final int DIGITS = 26;

  /**
   * The highest value of the first digit: 26 digits have 130 bits, so only three bits of the first
   * digit are used.
   */
  private static final int HIGHEST_FIRST_DIGIT = 7;

  private TypeIdSuffix() {}

  /**
   * Reads the digits at the end of a text.
   *
   * @param text any text that ends with the digits
   * @param from the index of the first digit
   * @return the UUID
   * @throws InvalidIdException if the text from this index on is not a UUID in this form; the
   *     message contains the position of the fault
   */
  public static UUID parse(String text, int from) {
    long[] bits = Crockford.STRICT.read("a TypeID's UUID", text, from, DIGITS, HIGHEST_FIRST_DIGIT);
    return new UUID(bits[0], bits[1]);
  }

  /**
   * Writes a UUID as digits into an array.
   *
   * @param uuid the UUID
   * @param ascii the array
   * @param offset the index of the first digit
   * @throws IndexOutOfBoundsException if {@value #DIGITS} digits do not fit there
   */
  public static void write(UUID uuid, byte[] ascii, int offset) {
    Crockford.STRICT.write(
        uuid.getMostSignificantBits(), uuid.getLeastSignificantBits(), ascii, offset);
  }
}
