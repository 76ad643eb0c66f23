package io.mintmark.internal.store;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The operations of a {@link LineStore}, made from the few that a {@link ClaimStore} has. Checks
 * the arguments of every call, so that the store behind it need not. Thread-safe.
 */
final class PlainStore implements LineStore {

  private final ClaimStore store;

  PlainStore(ClaimStore store) {
    this.store = store;
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    ClaimArguments.checkClaim(line, atLeast, count);
    return store.claim(line, atLeast, count);
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    ClaimArguments.checkCompareAndSet(line, expected, next);
    return store.compareAndSet(line, expected, next);
  }

  @Override
  public long position(String line) {
    return store.position(LineName.check(line));
  }

  @Override
  public List<Line> lines(LinePage page) {
    return store.lines(page.prefix()).stream()
        .filter(line -> page.holds(line.name()))
        .limit(page.limit())
        .toList();
  }

  @Override
  public void annotate(String line, String note) {
    store.annotate(LineName.check(line), ClaimArguments.checkNote(note));
  }

  @Override
  public Optional<Instant> now() {
    return store.now();
  }

  @Override
  public boolean canLoseAcknowledgedWrites() {
    return store.canLoseAcknowledgedWrites();
  }

  @Override
  public Optional<EngineLife> life(List<String> lines) {
    lines.forEach(LineName::check);
    return store.life(lines);
  }

  @Override
  public void close() {
    store.close();
  }
}
