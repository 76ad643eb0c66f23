package io.mintmark.store.remote;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.ClaimStoreProvider;
import java.time.Duration;
import java.util.Set;

/** Opens {@code mintmark://HOST:PORT,HOST:PORT}; see {@link RemoteStoreBuilder#url}. */
public final class RemoteStoreProvider implements ClaimStoreProvider {

  /** For {@link java.util.ServiceLoader}. */
  public RemoteStoreProvider() {}

  @Override
  public Set<String> schemes() {
    return Set.of("mintmark");
  }

  @Override
  public ClaimStore open(String url, Duration opening, Duration timeout) {
    return RemoteStore.builder().url(url).openTimeout(opening).timeout(timeout).open();
  }
}
