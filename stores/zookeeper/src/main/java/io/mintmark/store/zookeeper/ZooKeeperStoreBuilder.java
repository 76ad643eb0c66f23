package io.mintmark.store.zookeeper;

import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.EngineBuilder;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.ServerUrl;
import io.mintmark.store.engine.StoreContext;
import java.util.List;
import java.util.Objects;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link ZooKeeperStore}. The servers are given by a URL or by the caller's own
 * client. Not thread-safe.
 */
public final class ZooKeeperStoreBuilder
    extends EngineBuilder<ZooKeeperStoreBuilder, ZooKeeperStore> {

  private @Nullable CuratorFramework client;
  private @Nullable String namespace;

  ZooKeeperStoreBuilder() {}

  /**
   * Uses a started client, and shares its session and user. The client stays open. The client's
   * servers, session, namespace, user and rights for new nodes apply. Its retry policy and its
   * compression do not apply. The client's own callbacks must not call the store, because they run
   * in the thread that receives the replies.
   *
   * @param client the client
   * @return this
   */
  public ZooKeeperStoreBuilder client(CuratorFramework client) {
    this.client = client;
    return this;
  }

  /**
   * Sets the node below which the store keeps its lines, which are its counters. Two stores share
   * lines only if they have the same namespace.
   *
   * @param path an absolute path of 1 to 200 characters, by default the path of the URL, or
   *     {@value ZooKeeperStore#DEFAULT_NAMESPACE} if there is none
   * @return this
   */
  public ZooKeeperStoreBuilder namespace(String path) {
    this.namespace = path;
    return this;
  }

  @Override
  protected ZooKeeperStore openNow() {
    ServerUrl url = read(
        ZooKeeperUrl.parse(url().orElse("zookeeper://client")), "client", client == null ? 0 : 1);
    String path = url.path().isEmpty() ? ZooKeeperStore.DEFAULT_NAMESPACE : "/" + url.path();
    String below = Objects.requireNonNullElse(namespace, path);
    ZooKeeperUrl.checkNamespace(below, url);
    ZooKeeperUrl servers = ZooKeeperUrl.of(url);
    Connection connection = client != null
        ? Connection.of(client, StoreContext.system())
        : Connection.own(servers, StoreContext.system());
    OpenSettings settings = settings(connection.address() + below, url);
    return opened(settings.subject(), connection::close, () -> open(settings, connection, below));
  }

  /**
   * Opens a store. A read-only store makes no node. If it finds no node for reading the clock,
   * there is no namespace, and the store has no lines.
   */
  private static ZooKeeperStore open(
      OpenSettings settings, Connection connection, String namespace) {
    Deadline deadline = settings.openingDeadline();
    Layout layout = new Layout(connection.absolute(namespace));
    boolean makes = !settings.readOnly();
    List<ACL> acl = makes ? connection.root(layout.namespace(), deadline) : List.of();
    Handle session = connection.handle(deadline);
    boolean missing = false;
    try {
      if (makes) {
        // Makes the namespace's nodes, and checks that the user may write them.
        session.ensure(layout.lines(), acl);
        session.ensure(layout.clock(), acl);
        connection.reply(deadline, session.set(layout.clock(), new byte[0], -1));
      } else {
        missing = connection.reply(deadline, session.read(layout.clock())) == null;
      }
      Handle.Data unused = connection.reply(deadline, session.read(layout.lines()));
    } catch (KeeperException e) {
      throw connection.mayNot(layout.namespace(), e);
    }
    return new ZooKeeperStore(
        settings,
        new ZooKeeperEngine(connection, layout, acl, new LineCache(settings.context()), missing),
        Ensemble.read(connection, deadline));
  }
}
