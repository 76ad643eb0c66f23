package io.mintmark.store.etcd;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.ClaimStoreProvider;
import java.time.Duration;

/** Opens {@code etcd://HOST:PORT,HOST:PORT?prefix=P}. */
public final class EtcdStoreProvider implements ClaimStoreProvider {

  /** For {@link java.util.ServiceLoader}. */
  public EtcdStoreProvider() {}

  @Override
  public boolean accepts(String url) {
    return url.startsWith(EtcdUrl.SCHEME);
  }

  @Override
  public ClaimStore open(String url, Duration opening, Duration timeout) {
    return EtcdStore.builder().url(url).openTimeout(opening).timeout(timeout).open();
  }
}
