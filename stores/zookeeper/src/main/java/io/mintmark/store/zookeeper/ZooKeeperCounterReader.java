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
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reads the counter of the sequential nodes below a parent:
 * {@code zookeeper://HOST:PORT#/ROOT/PREFIX}, where the nodes are {@code /ROOT/PREFIX0000000000}
 * and so on. The counter belongs to the parent; all prefixes share it.
 */
public final class ZooKeeperCounterReader implements PublishedCounterReader {

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
    Connection connection = Connection.own(parsed.access(), "counter", context);
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
    long next = SequentialNode.next(data.stat());
    for (String child : connection.await(deadline, session.children(parent))) {
      OptionalInt number = SequentialNode.number(child, prefix);
      if (number.isPresent()
          && (number.getAsInt() < 0 || number.getAsInt() > SequentialNode.LAST)) {
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
}
