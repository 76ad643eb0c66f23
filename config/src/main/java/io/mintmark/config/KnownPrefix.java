package io.mintmark.config;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.text.IdPrefix;

/**
 * Ids with a prefix that an inspector recognises.
 *
 * @param prefix the text before the underscore
 * @param checked whether a check digit follows the id
 * @param type the type of the id between prefix and check digit: {@code sequence},
 *     {@code snowflake}, {@code objectid}, {@code uuid} or {@code typeid}
 */
public record KnownPrefix(String prefix, boolean checked, String type) {

  /**
   * Removes the prefix and the check digit. Does not check the id between them.
   *
   * @param text an id with prefix and check digit
   * @return the id between them
   * @throws InvalidIdException if the prefix or the check digit is wrong, or no id is left
   */
  public String read(String text) {
    return new IdPrefix(prefix, checked).read(text);
  }

  /**
   * Returns whether a text begins with the prefix.
   *
   * @param text any text
   * @return whether the prefix and an underscore are at its start
   */
  public boolean begins(String text) {
    return new IdPrefix(prefix, checked).begins(text);
  }
}
