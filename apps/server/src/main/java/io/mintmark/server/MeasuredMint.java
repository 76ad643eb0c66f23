package io.mintmark.server;

import io.mintmark.Mintmark;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.LineStore;
import io.mintmark.server.metrics.MeasuredStore;
import io.mintmark.server.metrics.Metrics;
import io.mintmark.service.StoreHealth;
import java.time.Duration;

/**
 * A Mintmark on a measured store.
 *
 * @param engine the store itself
 * @param store measures the calls, and records the ends of this server's claims
 * @param health tracks whether the store takes claims
 * @param mint makes ids on the measured and watched store
 */
record MeasuredMint(LineStore engine, MeasuredStore store, StoreHealth health, Mintmark mint)
    implements AutoCloseable {

  /** The longest wait of a call for an id, and of a call to the store. */
  static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(5);

  /**
   * Opens a store. May wait for it.
   *
   * @param storeUrl with its secrets
   * @param metrics measure the store; the caller closes them
   */
  static MeasuredMint open(String storeUrl, Metrics metrics) {
    LineStore engine = Adapters.open(storeUrl, CLAIM_TIMEOUT);
    MeasuredStore store = metrics.measure(engine);
    StoreHealth health = new StoreHealth(store);
    Mintmark mint = Mintmark.builder()
        .store(health)
        .claimTimeout(CLAIM_TIMEOUT)
        .observer(metrics.claims())
        .open();
    return new MeasuredMint(engine, store, health, mint);
  }

  @Override
  public void close() {
    mint.close();
    engine.close();
  }
}
