package io.mintmark.service;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.EngineLife;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Wraps a store to try settings on it. Fingerprints are compared with the store's fingerprints, and
 * with the fingerprints that would be written. Nothing is written. Thread-safe.
 */
final class TrialStore extends ForwardingStore {

  private final Map<String, Long> written = new ConcurrentHashMap<>();

  TrialStore(ClaimStore store) {
    super(store);
  }

  /** Returns the lines that would be written. */
  Set<String> written() {
    return Set.copyOf(written.keySet());
  }

  @Override
  public long position(String line) {
    Long mine = written.get(line);
    return mine == null ? super.position(line) : mine;
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    if (!line.startsWith(SpecLine.PREFIX)) {
      throw refused(line);
    }
    return position(line) == expected && written.putIfAbsent(line, next) == null;
  }

  /** Discards the note, because its line is not written either. */
  @Override
  public void annotate(String line, String note) {}

  @Override
  public long claim(String line, long atLeast, long count) {
    throw refused(line);
  }

  @Override
  public boolean lower(String line, long expected, long next) {
    throw refused(line);
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

  @Override
  public void declareNew() {}

  /** Closes nothing: the owner closes the store. */
  @Override
  public void close() {}

  private static StoreUnavailableException refused(String line) {
    return new StoreUnavailableException(
        Message.of("settings are only tried out: line={}; nothing was written", line));
  }
}
