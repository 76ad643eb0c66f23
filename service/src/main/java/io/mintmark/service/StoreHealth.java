package io.mintmark.service;

import io.mintmark.error.ClosedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.StoreLines;
import java.lang.System.Logger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Wraps a store and tracks whether the store takes claims, since when it takes none, and why. This
 * class observes each claim and each compareAndSet that passes through. Reads show nothing, because
 * a store that is full, read-only or cut off from its replicas still answers them. Notes and
 * lowering show nothing either, because no generator waits for them. While there are no writes, or
 * writes fail, {@link #check} claims a position on the line (a named counter) on which every
 * process claims ({@link StoreLines#GATE}). This claim also shows whether the store's lines were
 * moved to another store. Thread-safe.
 *
 * <p>{@link LastingFailure} logs the start and the end of a failure.
 */
public final class StoreHealth extends ForwardingStore {

  private static final Logger LOG = System.getLogger(StoreHealth.class.getName());

  private final LastingFailure failure;

  /** Claims on the gate. If the store's lines were moved, the failure names the new store. */
  private final MovableStore gate = new MovableStore(this);

  private volatile boolean writtenSinceCheck;

  /** The expected identity of the store; 0 if it is not known. */
  private volatile long identity;

  private volatile @Nullable StoreUnavailableException otherStore;

  /**
   * Wraps a store.
   *
   * @param store closed with this
   * @param clocks the clocks
   */
  public StoreHealth(LineStore store, ServiceClocks clocks) {
    super(store);
    this.failure = new LastingFailure(
        LOG,
        "the store takes no claims: {0}; ids are made until the claimed ranges are used up",
        "the store takes claims again: downForMs={0}",
        clocks);
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    return written(() -> super.claim(line, atLeast, count));
  }

  @Override
  public LongSupplier beginClaim(String line, long atLeast, long count) {
    LongSupplier begun = store().beginClaim(line, atLeast, count);
    return () -> written(begun::getAsLong);
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    return written(() -> super.compareAndSet(line, expected, next));
  }

  @Override
  public BooleanSupplier beginCompareAndSet(String line, long expected, long next) {
    BooleanSupplier begun = store().beginCompareAndSet(line, expected, next);
    return () -> written(begun::getAsBoolean);
  }

  @Override
  public LinePositions positions(List<String> lines) {
    return store().positions(lines);
  }

  private <T> T written(Supplier<T> write) {
    T answer;
    try {
      answer = write.get();
    } catch (RuntimeException e) {
      if (tellsOfTheStore(e)) {
        failed(e);
      } else if (!(e instanceof StoreRefusedException)) {
        answered();
      }
      throw e;
    }
    answered();
    return answer;
  }

  /**
   * Returns whether a failure shows that the store takes no claims. A refusal of a single call does
   * not show this, because it is an answer of the store. A refusal of this process by the engine
   * does not show it either, because the engine may accept other processes.
   */
  private static boolean tellsOfTheStore(RuntimeException e) {
    boolean refused = e instanceof MintmarkException && !(e instanceof StoreUnavailableException);
    return !refused && !(e instanceof IllegalArgumentException);
  }

  /**
   * Sets the expected identity of the store.
   *
   * @param expected the position of {@link StoreLines#IDENTITY}, which each later check compares
   */
  public void expectIdentity(long expected) {
    identity = expected;
  }

  /**
   * Claims one position if no write has been answered since the last check, or if the last write
   * failed. Also compares the store's identity. May wait for the store.
   */
  public void check() {
    checkClaims();
    if (identity != 0 && failure.cause().isEmpty()) {
      checkIdentity();
    }
  }

  /**
   * Compares the store's identity. An engine that lost its lines has no identity. The running
   * servers know the lost identity and write it again, so that at their next start they recognise
   * the store that they used last.
   */
  private void checkIdentity() {
    try {
      long found = store().position(StoreLines.IDENTITY);
      if (found == identity) {
        otherStore = null;
      } else if (found != 0 && otherStore == null) {
        otherStore = new StoreUnavailableException(Message.of(
            "the store has another identity than at the start of this server: identity={},"
                + " found={}; its lines were lost and made again, or it was replaced; restart this"
                + " server",
            identity,
            found));
        LOG.log(Logger.Level.ERROR, otherStore.getMessage());
      } else if (found == 0 && store().compareAndSet(StoreLines.IDENTITY, 0, identity)) {
        LOG.log(
            Logger.Level.WARNING,
            "the store has lost its identity, so it may have forgotten lines; the identity is"
                + " written again: identity={0}",
            Long.toString(identity));
      }
    } catch (MintmarkException e) {
      // Ignored: claims show whether the store can be reached, and a user without the right to
      // write cannot write the identity anyway.
    }
  }

  private void checkClaims() {
    boolean known = writtenSinceCheck && failure.cause().isEmpty();
    writtenSinceCheck = false;
    if (known) {
      return;
    }
    try {
      Optional<Instant> unusedNow = store().now(); // Updates the clock's metric.
      long unusedStart = gate.claim(StoreLines.GATE, 0, 1);
      writtenSinceCheck = false; // The next check claims again, unless other calls have claimed.
    } catch (ClosedException e) {
      // The store was closed, because the server ends.
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  /**
   * Returns an error if this is a different store, or if the last attempted claim failed; empty
   * otherwise.
   */
  public Optional<RuntimeException> problem() {
    return Optional.<RuntimeException>ofNullable(otherStore).or(failure::cause);
  }

  /**
   * Returns since when the store takes no claims; empty if the last attempted claim was answered.
   */
  public Optional<Instant> downSince() {
    return failure.since();
  }

  private void failed(RuntimeException e) {
    if (!Thread.currentThread().isInterrupted()) {
      failure.failed(e);
    }
  }

  private void answered() {
    writtenSinceCheck = true;
    failure.succeeded();
  }
}
