package io.mintmark.store.redis;

import io.mintmark.store.engine.EngineStoreProvider;

/**
 * Opens {@code redis://[user:password@]host[:port][/database]}, and {@code rediss://} for TLS. With
 * {@code ?sentinel=NAME} the hosts are Sentinels, and NAME is their name for the primary. With
 * {@code ?cluster=true} the hosts are some servers of a cluster.
 */
public final class RedisStoreProvider extends EngineStoreProvider {

  /** Called by {@link java.util.ServiceLoader}. */
  public RedisStoreProvider() {
    super(RedisUrl.SCHEMES, RedisStore::builder);
  }
}
