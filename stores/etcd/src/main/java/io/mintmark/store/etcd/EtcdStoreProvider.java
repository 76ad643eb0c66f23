package io.mintmark.store.etcd;

import io.mintmark.store.engine.EngineStoreProvider;

/** Opens {@code etcd://HOST:PORT,HOST:PORT?prefix=P}. */
public final class EtcdStoreProvider extends EngineStoreProvider {

  /** Called by {@link java.util.ServiceLoader}. */
  public EtcdStoreProvider() {
    super(EtcdUrl.SCHEMES, EtcdStore::builder);
  }
}
