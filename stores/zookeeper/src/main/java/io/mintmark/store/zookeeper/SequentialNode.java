package io.mintmark.store.zookeeper;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.apache.zookeeper.data.Stat;

/**
 * Reads the numbers that servers give to sequential nodes. Each parent counts all children that
 * were ever made below it, with any name. The next sequential child gets the counter, in ten
 * digits, at the end of its name. Removing children does not change the counter.
 *
 * <p>The counter is 31 bits wide. {@link #LAST} describes its end, as observed on a server of
 * version 3.9.
 */
final class SequentialNode {

  /**
   * The last usable number. The number after it, 2147483647, is the counter's maximum: the server
   * may keep the counter there and hand this number out repeatedly. If more requests are in flight,
   * negative numbers may follow.
   */
  static final int LAST = Integer.MAX_VALUE - 1;

  private static final Pattern NUMBER = Pattern.compile("-?\\d{9,10}");

  private SequentialNode() {}

  /**
   * Reads the number in a child's name. The number is negative after the counter has overflowed.
   * Empty if the name does not consist of the prefix and a number.
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
    // A prefix may end with a minus. The digits must be exactly as servers format the number,
    // otherwise the name has another prefix.
    boolean ours =
        value == (int) value && digits.equals(String.format(Locale.ROOT, "%010d", (int) value));
    return ours ? OptionalInt.of((int) value) : OptionalInt.empty();
  }

  /**
   * Returns the number that the next sequential child of a node gets. The stat counts the changes
   * of the node's children: one for each child that was made, and one for each that was removed.
   */
  static long next(Stat parent) {
    return Integer.toUnsignedLong(parent.getCversion() + parent.getNumChildren()) >>> 1;
  }
}
