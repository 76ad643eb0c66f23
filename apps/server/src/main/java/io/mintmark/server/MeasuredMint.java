package io.mintmark.server;

import io.mintmark.Mintmark;
import io.mintmark.server.metrics.Metrics;
import io.mintmark.store.Adapters;
import io.mintmark.store.ClaimStore;
import java.time.Duration;

/**
 * What makes ids, on a store that is measured.
 *
 * @param engine the store itself
 * @param ends how far this server has got on it
 * @param mint what makes ids; its store is the measured one
 * @param metrics what is measured
 */
record MeasuredMint(ClaimStore engine, OwnedEnds ends, Mintmark mint, Metrics metrics)
    implements AutoCloseable {

  private static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(5);

  static MeasuredMint open(String storeUrl) {
    ClaimStore engine = Adapters.open(storeUrl, CLAIM_TIMEOUT);
    OwnedEnds ends = new OwnedEnds(engine);
    Metrics metrics = new Metrics();
    Mintmark mint = Mintmark.builder()
        .store(metrics.measure(ends))
        .claimTimeout(CLAIM_TIMEOUT)
        .open();
    return new MeasuredMint(engine, ends, mint, metrics);
  }

  @Override
  public void close() {
    mint.close();
    engine.close();
    metrics.close();
  }
}
