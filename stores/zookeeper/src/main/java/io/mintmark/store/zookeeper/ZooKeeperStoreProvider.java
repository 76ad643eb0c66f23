package io.mintmark.store.zookeeper;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.ClaimStoreProvider;
import java.time.Duration;

/** Opens {@code zookeeper://[USER:PASSWORD@]HOST[:PORT],.../NAMESPACE}. */
public final class ZooKeeperStoreProvider implements ClaimStoreProvider {

  /** For {@link java.util.ServiceLoader}. */
  public ZooKeeperStoreProvider() {}

  @Override
  public boolean accepts(String url) {
    return ZooKeeperUrl.accepts(url);
  }

  @Override
  public ClaimStore open(String url, Duration opening, Duration timeout) {
    return ZooKeeperStore.builder()
        .url(url)
        .openTimeout(opening)
        .timeout(timeout)
        .open();
  }
}
