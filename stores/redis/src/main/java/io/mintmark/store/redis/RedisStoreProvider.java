package io.mintmark.store.redis;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.ClaimStoreProvider;
import java.time.Duration;

/**
 * Opens {@code redis://[user:password@]host[:port][/database]}, and {@code rediss://} for TLS. With
 * {@code ?sentinel=NAME} the hosts are Sentinels and NAME is what they call the primary; with
 * {@code ?cluster=true} they are some servers of a cluster.
 */
public final class RedisStoreProvider implements ClaimStoreProvider {

  /** For {@link java.util.ServiceLoader}. */
  public RedisStoreProvider() {}

  @Override
  public boolean accepts(String url) {
    return RedisUrl.accepts(url);
  }

  @Override
  public ClaimStore open(String url, Duration opening, Duration timeout) {
    return RedisStore.builder().url(url).openTimeout(opening).timeout(timeout).open();
  }
}
