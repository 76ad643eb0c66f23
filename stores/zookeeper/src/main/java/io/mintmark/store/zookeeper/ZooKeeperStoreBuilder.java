package io.mintmark.store.zookeeper;

import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.EmptyEngine;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link ZooKeeperStore}. The servers are given by a URL or by the caller's own
 * client. Not thread-safe.
 */
public final class ZooKeeperStoreBuilder
    extends EnsembleBuilder<ZooKeeperStoreBuilder, ZooKeeperStore> {

  private @Nullable String namespace;

  ZooKeeperStoreBuilder() {
    super("store");
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
    List<String> faults = new ArrayList<>();
    Optional<ZooKeeperUrl> url = url().map(ZooKeeperUrl::ofStore);
    String below = Optional.ofNullable(namespace)
        .or(() -> url.map(ZooKeeperUrl::namespace).filter(path -> !path.isEmpty()))
        .orElse(ZooKeeperStore.DEFAULT_NAMESPACE);
    ZooKeeperUrl.checkPath("namespace", below, faults);
    Connection connection = connect(url, faults);
    OpenSettings settings =
        settings(connection.address() + below, url.map(ZooKeeperUrl::strict).orElse(false));
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
      connection.reply(deadline, session.children(layout.lines()));
    } catch (KeeperException e) {
      throw connection.mayNot(layout.namespace(), e);
    }
    StoreEngine engine = new ZooKeeperEngine(connection, layout, acl, settings.context());
    return new ZooKeeperStore(
        settings,
        missing ? new EmptyEngine(engine, false) : engine,
        Ensemble.read(connection, deadline));
  }
}
