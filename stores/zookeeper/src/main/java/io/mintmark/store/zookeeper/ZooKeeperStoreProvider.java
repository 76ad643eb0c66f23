package io.mintmark.store.zookeeper;

import io.mintmark.store.engine.EngineStoreProvider;

/** Opens {@code zookeeper://[USER:PASSWORD@]HOST[:PORT],.../NAMESPACE}. */
public final class ZooKeeperStoreProvider extends EngineStoreProvider {

  /** Called by {@link java.util.ServiceLoader}. */
  public ZooKeeperStoreProvider() {
    super(ZooKeeperUrl.SCHEMES, ZooKeeperStore::builder);
  }
}
