package io.mintmark.store.redis;

import io.mintmark.store.engine.EngineStoreProvider;

/**
 * Opens {@code redis://[user:password@]host[:port][/database]}, and {@code rediss://} for TLS. With
 * {@code ?sentinel=NAME} the hosts are Sentinels and NAME is what they call the primary; with
 * {@code ?cluster=true} they are some servers of a cluster.
 */
public final class RedisStoreProvider extends EngineStoreProvider {

  /** For {@link java.util.ServiceLoader}. */
  public RedisStoreProvider() {
    super(RedisUrl.SCHEMES, RedisStore::builder);
  }
}
