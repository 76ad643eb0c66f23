package io.mintmark.internal.store;

import io.mintmark.error.ClosedException;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store that forwards calls to another store. A subclass overrides the methods to which it adds
 * behaviour. All other calls are forwarded unchanged, with four exceptions: {@link
 * LineStore#beginClaim}, {@link LineStore#beginCompareAndSet}, {@link LineStore#create} and {@link
 * LineStore#positions} are not forwarded. They call {@link #claim}, {@link #compareAndSet}, {@link
 * #annotate}, {@link #position} and {@link #now} of this object, so that behaviour that a subclass
 * adds there is never bypassed. A subclass may override these four methods too. Thread-safe if the
 * other store is.
 */
public abstract class ForwardingStore implements LineStore {

  private final @Nullable LineStore store;

  /**
   * Creates a store that forwards to another store.
   *
   * @param store the store that receives the calls; {@link #close} closes it
   */
  protected ForwardingStore(ClaimStore store) {
    this.store = LineStore.of(store);
  }

  /** For a subclass that overrides {@link #store}, because the other store may not be open yet. */
  protected ForwardingStore() {
    this.store = null;
  }

  /**
   * Returns the store behind this one.
   *
   * @return the store that receives the calls
   */
  protected LineStore store() {
    return Objects.requireNonNull(store);
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    return store().claim(line, atLeast, count);
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    return store().compareAndSet(line, expected, next);
  }

  @Override
  public boolean lower(String line, long expected, long next) {
    return store().lower(line, expected, next);
  }

  @Override
  public long position(String line) {
    return store().position(line);
  }

  @Override
  public List<Line> lines(LinePage page) {
    return store().lines(page);
  }

  @Override
  public void annotate(String line, String note) {
    store().annotate(line, note);
  }

  @Override
  public Optional<Instant> now() {
    return store().now();
  }

  @Override
  public boolean canLoseAcknowledgedWrites() {
    return store().canLoseAcknowledgedWrites();
  }

  @Override
  public Optional<EngineLife> life(List<String> lines) {
    return store().life(lines);
  }

  @Override
  public void declareNew() {
    store().declareNew();
  }

  @Override
  public Durability durability() {
    return store().durability();
  }

  /** Closes the store behind this one; later calls throw {@link ClosedException}. Idempotent. */
  @Override
  public void close() {
    store().close();
  }
}
