package io.mintmark.shardingsphere;

import io.mintmark.error.Message;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The databases or tables that ShardingSphere offers, by the number at the end of each name:
 * {@code ds_0}, {@code t_order_0001}. Leading zeros are ignored.
 */
final class Targets {

  private static final int MAX_DIGITS = 9;

  private final String table;
  private final Collection<String> names;
  private final Map<Integer, String> byIndex = new TreeMap<>();

  /**
   * Reads names.
   *
   * @param table the rows' table, as statements name it
   * @throws IllegalStateException if a name does not end with a number, two names end with the same
   *     number, or an index from 0 to {@code needed} (exclusive) is missing
   */
  Targets(String table, Collection<String> names, int needed) {
    this.table = table;
    this.names = names;
    for (String name : names) {
      String before = byIndex.put(index(name), name);
      if (before != null) {
        throw refuse("two targets end with one number: " + before + ", " + name);
      }
    }
    for (int index = 0; index < needed; index++) {
      if (!byIndex.containsKey(index)) {
        throw missing(index + " of 0 to " + (needed - 1));
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
      throw refuse(
          "a target's name does not end with an index of 1 to " + MAX_DIGITS + " digits: " + name);
    }
    return Integer.parseInt(name, start, name.length(), 10);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  Optional<String> find(int index) {
    return Optional.ofNullable(byIndex.get(index));
  }

  /** Makes the exception for a target that the configuration does not contain. */
  IllegalStateException missing(String index) {
    return refuse(
        Message.of("a database or table of the shard layouts is missing: index={}", index));
  }

  private IllegalStateException refuse(String fault) {
    return new IllegalStateException(fault + ", table=" + table + ", targets=" + names
        + "; not routed; see actualDataNodes of that table");
  }
}
