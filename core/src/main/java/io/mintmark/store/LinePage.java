package io.mintmark.store;

import io.mintmark.error.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A part of a list of lines: the first {@code limit} lines whose names start with a prefix and come
 * after another name, in the order of their names' bytes.
 *
 * @param prefix what the names start with; empty for all
 * @param after the name after which the page begins, for example the last of the page before; empty
 *     for none
 * @param limit how many at most, 1 or more
 */
public record LinePage(String prefix, String after, int limit) {

  /** The lowest character that a name may have. */
  private static final String LOWEST = "-";

  /** Above every character that a name may have. */
  private static final String ABOVE_ALL = "{";

  /**
   * Makes a page.
   *
   * @param prefix what the names start with; empty for all
   * @param after the name after which the page begins; empty for none
   * @param limit how many at most
   * @throws IllegalArgumentException if the prefix or the name has a character that no line name
   *     has, or is longer than any, or the limit is below 1
   */
  public LinePage {
    LineName.checkPrefix(prefix);
    LineName.checkPrefix(after);
    if (limit < 1) {
      throw new IllegalArgumentException(Message.of("the limit is below 1: limit={}", limit));
    }
  }

  /**
   * Takes all lines whose names start with a prefix.
   *
   * @param prefix what the names start with; empty for all
   * @return one page for all of them
   */
  static LinePage all(String prefix) {
    return new LinePage(prefix, "", Integer.MAX_VALUE);
  }

  /**
   * Lists this page in parts, for an engine that returns only a limited number of lines at once.
   *
   * @param most how many lines a part has at most
   * @param list lists a part
   * @return the lines of all parts
   */
  public List<Line> inParts(int most, Function<LinePage, List<Line>> list) {
    List<Line> lines = new ArrayList<>();
    LinePage rest = this;
    while (true) {
      LinePage part = new LinePage(prefix, rest.after, Math.min(most, rest.limit));
      List<Line> found = list.apply(part);
      lines.addAll(found);
      if (found.size() < part.limit || lines.size() == limit) {
        return lines;
      }
      rest = new LinePage(prefix, lines.get(lines.size() - 1).name(), limit - lines.size());
    }
  }

  /**
   * Returns the lowest name that this page may have.
   *
   * @return the start of the half-open range {@code [from, to)} that the names lie in
   */
  public String from() {
    return after.compareTo(prefix) < 0 ? prefix : after + LOWEST;
  }

  /**
   * Returns the end of the names that this page may have.
   *
   * @return the end, exclusive, of the range {@code [from, to)} that the names lie in; not above
   *     its start if no name does
   */
  public String to() {
    return prefix + ABOVE_ALL;
  }

  /**
   * Tells whether a name lies in the range, whatever the limit.
   *
   * @param name a line's name
   * @return whether it starts with the prefix and comes after the other name
   */
  public boolean holds(String name) {
    return name.startsWith(prefix) && name.compareTo(after) > 0;
  }
}
