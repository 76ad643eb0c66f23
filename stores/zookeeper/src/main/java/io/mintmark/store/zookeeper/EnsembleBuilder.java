package io.mintmark.store.zookeeper;

import io.mintmark.store.engine.EngineBuilder;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;

/**
 * The common part of this adapter's builders: the connection to the servers. Not thread-safe.
 *
 * @param <B> the builder itself
 * @param <S> the type that it opens
 */
abstract sealed class EnsembleBuilder<B extends EnsembleBuilder<B, S>, S extends AutoCloseable>
    extends EngineBuilder<B, S> permits ZooKeeperStoreBuilder, ZooKeeperSequenceBuilder {

  private final String what;
  private @Nullable CuratorFramework client;

  EnsembleBuilder(String what) {
    this.what = what;
  }

  /**
   * Uses a started client, and shares its session and user. The client stays open. The client's
   * servers, session, namespace, user and rights for new nodes apply. Its retry policy and its
   * compression do not apply. The client's own callbacks must not call the opened object, because
   * they run in the thread that receives the replies.
   *
   * @param client the client
   * @return this
   */
  public final B client(CuratorFramework client) {
    this.client = client;
    return self();
  }

  /** Refuses faulty settings, and connects. */
  final Connection connect(Optional<ZooKeeperUrl> url, List<String> others) {
    List<String> faults = faults("client", client == null ? 0 : 1);
    faults.addAll(others);
    refuse("ZooKeeper " + what, faults);
    return client != null
        ? Connection.of(client, what, context())
        : Connection.own(url.orElseThrow().access(), what, context());
  }
}
