package io.mintmark.store.zookeeper;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;

/** How a builder's user said to reach the servers: by a URL, or by a client. */
final class ConnectionSource {

  private final String what;
  private @Nullable ZooKeeperUrl url;
  private @Nullable CuratorFramework client;
  private Duration timeout = ZooKeeperStore.DEFAULT_TIMEOUT;
  private @Nullable Duration openTimeout;

  ConnectionSource(String what) {
    this.what = what;
  }

  void url(ZooKeeperUrl given) {
    url = given;
  }

  void client(CuratorFramework given) {
    client = given;
  }

  void timeout(Duration given) {
    timeout = given;
  }

  Duration timeout() {
    return timeout;
  }

  void openTimeout(Duration given) {
    openTimeout = given;
  }

  Duration openTimeout() {
    return openTimeout == null ? timeout : openTimeout;
  }

  /** The path in the URL, if there is one. */
  String path(String otherwise) {
    return url == null || url.namespace().isEmpty() ? otherwise : url.namespace();
  }

  boolean isStrict() {
    return url != null && url.strict();
  }

  /** Opens something on a connection, which is closed again if that fails. */
  <T> T go(List<String> found, Function<Connection, T> opening) {
    List<String> faults = new ArrayList<>(found);
    if ((url == null) == (client == null)) {
      faults.add("not exactly one of a URL and a client is given");
    }
    if (url != null && !url.node().isEmpty()) {
      faults.add(Message.of(
          "a hash sign, which names a counter, in the URL of a store:" + " node='{}'", url.node()));
    }
    for (Duration each : Set.copyOf(List.of(timeout, openTimeout()))) {
      if (each.isZero() || each.isNegative()) {
        faults.add(
            Message.of("the timeout leaves a call no time for its answer:" + " timeout={}", each));
      }
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException("ZooKeeper " + what, faults);
    }
    Connection connection =
        client != null ? Connection.of(client, what) : Connection.own(access(), what);
    boolean opened = false;
    try {
      T result = opening.apply(connection);
      opened = true;
      return result;
    } finally {
      if (!opened) {
        connection.close();
      }
    }
  }

  private EnsembleAddress access() {
    if (url == null) {
      throw new IllegalStateException("no servers were named");
    }
    return url.access();
  }
}
