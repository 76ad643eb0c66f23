package io.mintmark.server.service;

import io.mintmark.MintmarkException;
import io.mintmark.store.ClaimStore;
import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether the store answers, and since when it does not. Thread-safe. */
final class StoreHealth {

  private static final Logger LOG = System.getLogger(StoreHealth.class.getName());

  /** A line that nobody claims on: to read where it stands is the least that a store can do. */
  private static final String PROBE = "health/ready";

  private final ClaimStore store;
  private final InstantSource clock;

  private volatile @Nullable Instant downSince;

  StoreHealth(ClaimStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Asks the store; answers why it is of no use, if it is. */
  Optional<MintmarkException> check() {
    try {
      long unusedNext = store.next(PROBE);
      Optional<Instant> unusedNow = store.now(); // Whoever measures the store sees both.
      answered();
      return Optional.empty();
    } catch (MintmarkException e) {
      failed(e);
      return Optional.of(e);
    }
  }

  /** When it was first found that the store does not answer; empty if the last one asked did. */
  Optional<Instant> downSince() {
    return Optional.ofNullable(downSince);
  }

  /** Said once, however often it is found again. */
  private synchronized void failed(MintmarkException e) {
    if (downSince == null) {
      downSince = clock.instant();
      LOG.log(
          Logger.Level.WARNING,
          "the store does not answer: {0}; ids are made as long as what is claimed lasts",
          e.getMessage());
    }
  }

  private synchronized void answered() {
    Instant since = downSince;
    if (since != null) {
      downSince = null;
      LOG.log(
          Logger.Level.INFO,
          "the store answers again: downForSeconds={0}",
          Long.toString(Duration.between(since, clock.instant()).toSeconds()));
    }
  }
}
