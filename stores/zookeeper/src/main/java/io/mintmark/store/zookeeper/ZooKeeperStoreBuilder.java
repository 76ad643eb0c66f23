package io.mintmark.store.zookeeper;

import io.mintmark.store.Durability;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.OpenSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * Says which servers a {@link ZooKeeperStore} is on: by a URL, or by a client of the caller's own.
 * Not thread-safe.
 */
public final class ZooKeeperStoreBuilder
    extends EnsembleBuilder<ZooKeeperStoreBuilder, ZooKeeperStore> {

  private @Nullable String namespace;

  ZooKeeperStoreBuilder() {
    super("store");
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

  @Override
  protected ZooKeeperStore openNow() {
    List<String> faults = new ArrayList<>();
    Optional<ZooKeeperUrl> url = read();
    String below = Optional.ofNullable(namespace)
        .or(() -> url.map(ZooKeeperUrl::namespace).filter(path -> !path.isEmpty()))
        .orElse(ZooKeeperStore.DEFAULT_NAMESPACE);
    ZooKeeperUrl.checkPath("namespace", below, faults);
    Connection connection = connect(url, faults);
    OpenSettings settings =
        settings(connection.address() + below, url.map(ZooKeeperUrl::strict).orElse(false));
    return opened(settings.subject(), connection::close, () -> open(settings, connection, below));
  }

  /** Makes what a namespace needs, and sees that it may be written. */
  private static ZooKeeperStore open(
      OpenSettings settings, Connection connection, String namespace) {
    Deadline deadline = settings.openingDeadline();
    Layout layout = new Layout(connection.absolute(namespace));
    List<ACL> acl = connection.root(layout.namespace(), deadline);
    Handle session = connection.handle(deadline);
    session.ensure(layout.lines(), acl);
    session.ensure(layout.clock(), acl);
    try {
      connection.reply(deadline, session.set(layout.clock(), new byte[0], -1));
      connection.reply(deadline, session.children(layout.lines()));
    } catch (KeeperException e) {
      throw connection.mayNot(layout.namespace(), e);
    }
    Durability durability = Ensemble.read(connection, deadline);
    return new ZooKeeperStore(
        settings, new ZooKeeperEngine(connection, layout, acl, settings.context()), durability);
  }
}
