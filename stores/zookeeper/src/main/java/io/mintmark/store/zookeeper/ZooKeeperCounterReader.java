package io.mintmark.store.zookeeper;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.PublishedCounter;
import io.mintmark.internal.store.PublishedCounterReader;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.StoreContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.zookeeper.data.Stat;

/**
 * Reads the counter of the sequential nodes below a parent:
 * {@code zookeeper://HOST:PORT#/ROOT/PREFIX}, where the nodes are {@code /ROOT/PREFIX0000000000}
 * and so on. Each parent counts all children that were ever made below it, with any name. The next
 * sequential child gets the counter, in ten digits, at the end of its name. Removing children does
 * not change the counter.
 *
 * <p>The counter is 31 bits wide. {@link #LAST} describes its end, as observed on a server of
 * version 3.9.
 */
public final class ZooKeeperCounterReader implements PublishedCounterReader {

  /**
   * The last usable number. The number after it, 2147483647, is the counter's maximum: the server
   * may keep the counter there and hand this number out repeatedly. If more requests are in flight,
   * negative numbers may follow.
   */
  static final int LAST = Integer.MAX_VALUE - 1;

  private static final Pattern NUMBER = Pattern.compile("-?\\d{9,10}");

  /** Called by {@link java.util.ServiceLoader}. */
  public ZooKeeperCounterReader() {}

  @Override
  public Set<String> schemes() {
    return ZooKeeperUrl.SCHEMES;
  }

  @Override
  public PublishedCounter read(String url, Duration timeout) {
    ZooKeeperUrl parsed = ZooKeeperUrl.ofCounter(url);
    String node = parsed.node();
    int slash = node.lastIndexOf('/');
    List<String> faults = new ArrayList<>();
    if (slash < 1) {
      faults.add(Message.of("the URL names no counter #/ROOT/PREFIX: node='{}'", node));
    } else {
      ZooKeeperUrl.checkPath("the counter's root", node.substring(0, slash), faults);
    }
    if (!parsed.namespace().isEmpty()) {
      faults.add(
          Message.of("the URL has a path before the hash sign: path='{}'", parsed.namespace()));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException("counter " + parsed.masked(), faults);
    }
    StoreContext context = StoreContext.system();
    Connection connection = Connection.own(parsed, "counter", context);
    try {
      return read(connection, node.substring(0, slash), node, context.in(timeout));
    } finally {
      connection.close();
    }
  }

  private static PublishedCounter read(
      Connection connection, String parent, String node, Deadline deadline) {
    Handle session = connection.handle(deadline);
    Handle.Data data = connection.await(deadline, session.readLatest(parent));
    if (data == null) {
      throw new ConfigurationException(
          "counter " + connection.address() + "#" + node,
          "the sequential nodes' parent is missing: there is no node " + parent);
    }
    String prefix = node.substring(parent.length() + 1);
    long next = next(data.stat());
    for (String child : connection.await(deadline, session.children(parent))) {
      OptionalInt number = number(child, prefix);
      if (number.isPresent() && (number.getAsInt() < 0 || number.getAsInt() > LAST)) {
        throw new ConfigurationException(
            "counter " + connection.address() + "#" + node,
            "the counter cannot be continued: it has passed its end at " + child);
      }
      // Includes nodes that were made between the two reads.
      next = Math.max(next, number.orElse(-1) + 1L);
    }
    return new PublishedCounter(
        "sequential nodes " + connection.address() + "#" + node, next, 1, OptionalLong.empty());
  }

  /**
   * Reads the number in a child's name. The number is negative after the counter has overflowed.
   * Empty if the name does not consist of the prefix and a number.
   */
  static OptionalInt number(String child, String prefix) {
    String digits = child.startsWith(prefix) ? child.substring(prefix.length()) : "";
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
  private static long next(Stat parent) {
    return Integer.toUnsignedLong(parent.getCversion() + parent.getNumChildren()) >>> 1;
  }
}
