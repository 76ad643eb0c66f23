package io.mintmark.inspect;

import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.text.IdPrefix;

/**
 * Ids with a prefix that an inspector recognises.
 *
 * @param prefix what stands before the underscore
 * @param checked whether a check digit follows the id
 * @param type what stands between: {@code sequence}, {@code snowflake}, {@code objectid}, {@code
 *     uuid} or {@code typeid}
 */
public record KnownPrefix(String prefix, boolean checked, String type) {

  /**
   * Takes prefix and check digit off.
   *
   * @param text an id with them
   * @return what stands between; nothing is known of it yet
   * @throws InvalidIdException if the prefix or the check digit is another, or nothing is left
   */
  public String read(String text) {
    return new IdPrefix(prefix, checked).read(text);
  }
}
