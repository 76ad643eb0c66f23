package io.mintmark.server;

import io.mintmark.Mintmark;
import io.mintmark.internal.store.Adapters;
import io.mintmark.server.metrics.Metrics;
import io.mintmark.service.StoreHealth;
import io.mintmark.store.ClaimStore;
import java.time.Duration;

/**
 * A Mintmark on a store that is measured.
 *
 * @param engine the store itself
 * @param ends how far this server has got on it
 * @param health knows whether the store takes claims
 * @param mint what makes ids, on the store as it is measured and watched
 */
record MeasuredMint(ClaimStore engine, ClaimedEnds ends, StoreHealth health, Mintmark mint)
    implements AutoCloseable {

  /** How long a call for an id, and a call to the store, may wait. */
  static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(5);

  /**
   * Opens a store, for which it may wait.
   *
   * @param storeUrl with its secrets
   * @param metrics measure the store; stay their owner's to close
   */
  static MeasuredMint open(String storeUrl, Metrics metrics) {
    ClaimStore engine = Adapters.open(storeUrl, CLAIM_TIMEOUT);
    ClaimedEnds ends = new ClaimedEnds(engine);
    metrics.showBatches(engine);
    StoreHealth health = new StoreHealth(metrics.measure(ends));
    Mintmark mint = Mintmark.builder()
        .store(health)
        .claimTimeout(CLAIM_TIMEOUT)
        .observer(metrics.claims())
        .open();
    return new MeasuredMint(engine, ends, health, mint);
  }

  @Override
  public void close() {
    mint.close();
    engine.close();
  }
}
