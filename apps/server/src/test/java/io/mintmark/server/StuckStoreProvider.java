package io.mintmark.server;

import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.ClaimStoreProvider;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Opens stores for the URL {@code stuck:}. They answer calls, but their {@code close} never
 * returns.
 */
public final class StuckStoreProvider implements ClaimStoreProvider {

  @Override
  public Set<String> schemes() {
    return Set.of("stuck");
  }

  @Override
  public ClaimStore open(String url, Duration opening, Duration timeout) {
    return new Stuck(new MemoryStore());
  }

  private static final class Stuck extends ForwardingStore {

    Stuck(ClaimStore store) {
      super(store);
    }

    @Override
    public void close() {
      while (true) {
        LockSupport.park();
      }
    }
  }
}
