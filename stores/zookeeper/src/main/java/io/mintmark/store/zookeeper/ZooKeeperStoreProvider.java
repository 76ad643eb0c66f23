package io.mintmark.store.zookeeper;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.ClaimStoreProvider;
import java.time.Duration;
import java.util.Set;

/** Opens {@code zookeeper://[USER:PASSWORD@]HOST[:PORT],.../NAMESPACE}. */
public final class ZooKeeperStoreProvider implements ClaimStoreProvider {

  /** For {@link java.util.ServiceLoader}. */
  public ZooKeeperStoreProvider() {}

  @Override
  public Set<String> schemes() {
    return Set.of("zookeeper");
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
