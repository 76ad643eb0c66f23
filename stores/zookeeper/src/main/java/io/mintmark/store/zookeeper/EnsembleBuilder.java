package io.mintmark.store.zookeeper;

import io.mintmark.store.engine.EngineBuilder;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;

/**
 * The part that the builders of this adapter share: how the servers are reached. Not thread-safe.
 *
 * @param <B> the builder itself
 * @param <S> what it opens
 */
abstract sealed class EnsembleBuilder<B extends EnsembleBuilder<B, S>, S extends AutoCloseable>
    extends EngineBuilder<B, S> permits ZooKeeperStoreBuilder, ZooKeeperSequenceBuilder {

  private final String what;
  private @Nullable CuratorFramework client;

  EnsembleBuilder(String what) {
    this.what = what;
  }

  /**
   * Gives a client, started before, whose session and user are shared. It is left open. Of its
   * settings the servers, session, namespace, user and rights for new nodes are used, and its retry
   * policy and compression are not. Its own callbacks must not call what is opened here, as they
   * run in the thread that the replies come in.
   *
   * @param client the client
   * @return this
   */
  public final B client(CuratorFramework client) {
    this.client = client;
    return self();
  }

  /** Reads the URL, if there is one. */
  final Optional<ZooKeeperUrl> read() {
    return url().map(ZooKeeperUrl::ofStore);
  }

  /** Refuses what is wrong with the settings, and connects. */
  final Connection connect(Optional<ZooKeeperUrl> url, List<String> others) {
    List<String> faults = faults("client", client == null ? 0 : 1);
    faults.addAll(others);
    refuse("ZooKeeper " + what, faults);
    return client != null
        ? Connection.of(client, what, context())
        : Connection.own(url.orElseThrow().access(), what, context());
  }
}
