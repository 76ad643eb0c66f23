package io.mintmark.store.zookeeper;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;

/**
 * Says which servers a {@link ZooKeeperStore} is on: by a URL, or by a client of the caller's own.
 * Not thread-safe.
 */
public final class ZooKeeperStoreBuilder {

  private final ConnectionSource way = new ConnectionSource("store");
  private @Nullable String namespace;
  private @Nullable Boolean strict;

  ZooKeeperStoreBuilder() {}

  /**
   * Says where the servers are. The store then has a session of its own.
   *
   * @param url {@code zookeeper://HOST:PORT,.../NAMESPACE}, see the store's page
   * @return this
   * @throws ConfigurationException if the URL is wrong
   */
  public ZooKeeperStoreBuilder url(String url) {
    way.url(ZooKeeperUrl.parse(url));
    return this;
  }

  /**
   * Gives a client, started before, whose session and user the store shares. It is left open. Of
   * its settings the servers, session, namespace, user and rights for new nodes are used, and its
   * retry policy and compression are not. Its own callbacks must not call the store, as they run in
   * the thread that the replies come in.
   *
   * @param client the client
   * @return this
   */
  public ZooKeeperStoreBuilder client(CuratorFramework client) {
    way.client(client);
    return this;
  }

  /**
   * Says below which node the lines are. Two stores see each other's lines only if they have the
   * same.
   *
   * @param path an absolute path of 1 to 200 characters, by default that of the URL, or {@value
   *     ZooKeeperStore#DEFAULT_NAMESPACE}
   * @return this
   */
  public ZooKeeperStoreBuilder namespace(String path) {
    this.namespace = path;
    return this;
  }

  /**
   * Says whether to refuse servers of which it can be seen that they may lose what they
   * acknowledged.
   *
   * @param refuse whether to refuse, not only to warn; by default what the URL says, or false
   * @return this
   */
  public ZooKeeperStoreBuilder strict(boolean refuse) {
    this.strict = refuse;
    return this;
  }

  /**
   * Sets the deadline of every call.
   *
   * @param duration above zero; by default 5 seconds
   * @return this
   */
  public ZooKeeperStoreBuilder timeout(Duration duration) {
    way.timeout(duration);
    return this;
  }

  /**
   * Sets the deadline of opening, which a process that has just started may need longer for than
   * for a call.
   *
   * @param duration above 0; by default the timeout of a call
   * @return this
   */
  public ZooKeeperStoreBuilder openTimeout(Duration duration) {
    way.openTimeout(duration);
    return this;
  }

  /**
   * Opens the store. Makes the nodes that it needs, if they are not there.
   *
   * @return the open store, which the caller closes
   * @throws ConfigurationException if something that was said is wrong, if the user may not do what
   *     the store has to, or if the servers are refused
   * @throws StoreUnavailableException if the servers cannot be reached in time
   */
  public ZooKeeperStore open() {
    String below = namespace != null ? namespace : way.path(ZooKeeperStore.DEFAULT_NAMESPACE);
    List<String> faults = new ArrayList<>();
    ZooKeeperUrl.checkPath("a namespace", below, faults);
    boolean refuse = strict != null ? strict : way.isStrict();
    return way.go(
        faults,
        connection ->
            ZooKeeperStore.open(connection, below, refuse, way.openTimeout(), way.timeout()));
  }
}
