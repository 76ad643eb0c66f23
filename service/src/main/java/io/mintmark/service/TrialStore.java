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
 * Stands before a store, on which settings are tried out. Fingerprints are compared with those of
 * the store, and with those that would be written; nothing is. Thread-safe.
 */
final class TrialStore extends ForwardingStore {

  private final Map<String, Long> written = new ConcurrentHashMap<>();

  TrialStore(ClaimStore store) {
    super(store);
  }

  /** The lines that would be written. */
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

  /** Notes stand beside what is not written either. */
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

  /** One that lasts, as a real one may be written down on the engine when it is read. */
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

  /** Closes nothing: the store is its owner's. */
  @Override
  public void close() {}

  private static StoreUnavailableException refused(String line) {
    return new StoreUnavailableException(
        Message.of("settings are only tried out: line={}; nothing was written", line));
  }
}
