package io.mintmark.internal.store;

import io.mintmark.internal.text.Arguments;

/**
 * A part of a list of lines: the first {@code limit} lines whose names start with a prefix and are
 * greater than another name, in the order of their names' bytes.
 *
 * @param prefix the start of the names; empty for all lines
 * @param after the page begins after this name, for example the last name of the previous page;
 *     empty to begin with the first name
 * @param limit the largest number of lines, 1 or more
 */
public record LinePage(String prefix, String after, int limit) {

  /** The lowest character that a name may contain. */
  private static final String LOWEST = "-";

  /** A character that is greater than every character that a name may contain. */
  private static final String ABOVE_ALL = "{";

  /**
   * Creates a page.
   *
   * @param prefix the start of the names; empty for all lines
   * @param after the page begins after this name; empty to begin with the first name
   * @param limit the largest number of lines
   * @throws IllegalArgumentException if the prefix or the name contains a character that no line
   *     name contains, or is longer than any line name, or if the limit is below 1
   */
  public LinePage {
    LineName.checkPrefix(prefix);
    LineName.checkPrefix(after);
    Arguments.check(limit >= 1, "the limit is below 1: limit={}", limit);
  }

  /**
   * Returns a page of all lines whose names start with a prefix.
   *
   * @param prefix the start of the names; empty for all lines
   * @return one page that contains all these lines
   */
  static LinePage all(String prefix) {
    return new LinePage(prefix, "", Integer.MAX_VALUE);
  }

  /**
   * Returns the lowest name that this page may contain.
   *
   * @return the start of the half-open range {@code [from, to)} of the names
   */
  public String from() {
    return after.compareTo(prefix) < 0 ? prefix : after + LOWEST;
  }

  /**
   * Returns the end of the names that this page may contain.
   *
   * @return the end, exclusive, of the range {@code [from, to)} of the names; not above its start
   *     if the range is empty
   */
  public String to() {
    return prefix + ABOVE_ALL;
  }

  /**
   * Returns whether a name is in the range, regardless of the limit.
   *
   * @param name a line's name
   * @return whether it starts with the prefix and is greater than the other name
   */
  public boolean holds(String name) {
    return name.startsWith(prefix) && name.compareTo(after) > 0;
  }
}
