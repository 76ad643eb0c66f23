package io.mintmark.service;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.EngineLife;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Wraps a store to try settings on it. Fingerprints are compared with the store's fingerprints, and
 * with the fingerprints that would be written. Nothing is written. Thread-safe.
 */
final class TrialStore extends DryRunStore {

  TrialStore(ClaimStore store) {
    super(store);
  }

  /** Returns a constant life, because reading the real life may write to the engine. */
  @Override
  public Optional<EngineLife> life(List<String> lines) {
    return canLoseAcknowledgedWrites()
        ? Optional.of(new EngineLife(
            "trial",
            Instant.EPOCH,
            now().orElse(Instant.EPOCH),
            lines.stream().map(this::position).toList()))
        : Optional.empty();
  }
}
