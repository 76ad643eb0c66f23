package io.mintmark.store.zookeeper;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.apache.zookeeper.data.Stat;

/**
 * Reads the numbers that servers give to sequential nodes. Each parent has a counter of the
 * children that were ever made below it, whatever their names; the next sequential child gets the
 * counter, in ten digits, at the end of its name. Removing children does not move it.
 *
 * <p>It is 31 bits wide, and its end was tried on a server of 3.9: see {@link #LAST}.
 */
final class SequentialNode {

  /**
   * The last number that can be used. The one after it, 2147483647, is handed out again and again,
   * as the server keeps the counter's maximum and not what comes after it, or is followed by
   * negative ones while requests are under way.
   */
  static final int LAST = Integer.MAX_VALUE - 1;

  private static final Pattern NUMBER = Pattern.compile("-?\\d{9,10}");

  private SequentialNode() {}

  /**
   * Reads the number in a child's name, negative behind the end; empty if it is not of a prefix.
   */
  static OptionalInt number(String child, String prefix) {
    if (!child.startsWith(prefix)) {
      return OptionalInt.empty();
    }
    String digits = child.substring(prefix.length());
    if (!NUMBER.matcher(digits).matches()) {
      return OptionalInt.empty();
    }
    long value = Long.parseLong(digits);
    // A prefix may end where a minus begins: as servers write numbers, or it is another prefix.
    boolean ours =
        value == (int) value && digits.equals(String.format(Locale.ROOT, "%010d", (int) value));
    return ours ? OptionalInt.of((int) value) : OptionalInt.empty();
  }

  /**
   * Returns the number that the next sequential child of a node gets. A node's stat tells how often
   * its children changed: each was made once, and those that are gone were removed once.
   */
  static long next(Stat parent) {
    return Integer.toUnsignedLong(parent.getCversion() + parent.getNumChildren()) >>> 1;
  }
}
