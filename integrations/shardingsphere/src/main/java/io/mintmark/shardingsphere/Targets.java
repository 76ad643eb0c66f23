package io.mintmark.shardingsphere;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The databases or tables that ShardingSphere offers, by the number that each name ends with:
 * {@code ds_0}, {@code t_order_0001}. Leading zeros count for nothing.
 */
final class Targets {

  private static final int MAX_DIGITS = 9;

  private final Collection<String> names;
  private final Map<Integer, String> byIndex = new TreeMap<>();

  /**
   * Reads names.
   *
   * @throws IllegalStateException if one ends with no number, two end with the same, or one of the
   *     indexes 0 to {@code needed}, exclusive, is missing
   */
  Targets(Collection<String> names, int needed) {
    this.names = names;
    for (String name : names) {
      String before = byIndex.put(index(name), name);
      if (before != null) {
        throw refuse("no two targets end with one number: " + before + ", " + name);
      }
    }
    for (int index = 0; index < needed; index++) {
      if (!byIndex.containsKey(index)) {
        throw refuse(
            "a target for every index is needed: index=" + index + " of 0 to " + (needed - 1));
      }
    }
  }

  private int index(String name) {
    int start = name.length();
    while (start > 0 && isDigit(name.charAt(start - 1))) {
      start--;
    }
    int digits = name.length() - start;
    if (digits == 0 || digits > MAX_DIGITS) {
      throw refuse("a target's name ends with its index, 1 to " + MAX_DIGITS + " digits: " + name);
    }
    return Integer.parseInt(name, start, name.length(), 10);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  Optional<String> find(int index) {
    return Optional.ofNullable(byIndex.get(index));
  }

  private IllegalStateException refuse(String rule) {
    return new IllegalStateException(rule + "; targets=" + names + "; not routed");
  }
}
