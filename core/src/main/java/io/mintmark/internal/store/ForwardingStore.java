package io.mintmark.internal.store;

import io.mintmark.error.ClosedException;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Durability;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A store that forwards every call to another store. A subclass that adds behaviour to some calls
 * overrides those. All other calls, including methods that {@link ClaimStore} gets later, are
 * forwarded unchanged. Only {@link ClaimStore#beginClaim}, {@link ClaimStore#beginCompareAndSet}
 * and {@link ClaimStore#positions} are not forwarded: they use {@link #claim}, {@link
 * #compareAndSet}, {@link #position} and {@link #now}, so that the behaviour added there is never
 * bypassed. A subclass may override these three too. As thread-safe as the other store.
 */
public abstract class ForwardingStore implements ClaimStore {

  private final ClaimStore store;

  /**
   * Forwards to a store.
   *
   * @param store receives the calls; closed by {@link #close}
   */
  protected ForwardingStore(ClaimStore store) {
    this.store = store;
  }

  /**
   * Returns the store behind this one.
   *
   * @return the store that receives the calls
   */
  protected final ClaimStore store() {
    return store;
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    return store.claim(line, atLeast, count);
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    return store.compareAndSet(line, expected, next);
  }

  @Override
  public boolean lower(String line, long expected, long next) {
    return store.lower(line, expected, next);
  }

  @Override
  public long position(String line) {
    return store.position(line);
  }

  @Override
  public List<Line> lines(LinePage page) {
    return store.lines(page);
  }

  @Override
  public void annotate(String line, String note) {
    store.annotate(line, note);
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
    return store.life(lines);
  }

  @Override
  public void declareNew() {
    store.declareNew();
  }

  @Override
  public Durability durability() {
    return store.durability();
  }

  /** Closes the store behind this one; later calls throw {@link ClosedException}. Idempotent. */
  @Override
  public void close() {
    store.close();
  }
}
