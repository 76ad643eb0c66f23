package io.mintmark.store.engine;

import io.mintmark.error.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The one connection that calls to a server use. It is opened in the background when it is first
 * needed, and calls that come meanwhile wait for the same attempt. A connection that a caller finds
 * doubtful is dropped for good, and the next call opens another, so that a mended network or a
 * restarted server works at once. Thread-safe.
 *
 * @param <C> a connection
 */
public final class Reopening<C> {

  private final Function<Deadline, CompletableFuture<C>> opener;
  private final Predicate<C> isOpen;
  private final Consumer<C> ender;
  private final Duration patience;
  private final StoreContext context;

  /** The connection, or the attempt to open it; guarded by this, as is what follows. */
  private @Nullable CompletableFuture<C> current;

  private @Nullable Deadline patienceEnd;
  private boolean waitedInVain;
  private boolean closed;

  /**
   * Makes one that has no connection yet.
   *
   * @param opener begins to open a connection, and does not wait; told when the first call ends
   *     that waits for it
   * @param isOpen whether a connection can be used as far as its driver knows
   * @param ender ends a connection that nobody uses, and does not wait for long
   * @param patience how long an attempt that a call waited for in vain is waited for by others,
   *     0 or more; then the next call makes another one
   * @param context the clock
   */
  public Reopening(
      Function<Deadline, CompletableFuture<C>> opener,
      Predicate<C> isOpen,
      Consumer<C> ender,
      Duration patience,
      StoreContext context) {
    this.opener = opener;
    this.isOpen = isOpen;
    this.ender = ender;
    this.patience = patience;
    this.context = context;
  }

  /**
   * Returns the open connection, or opens one.
   *
   * @param deadline how long to wait for it
   * @return the connection
   * @throws ExecutionException if it cannot be opened, which is the cause
   * @throws TimeoutException if it is not open in time
   * @throws StoreUnavailableException if this is closed
   */
  public C get(Deadline deadline) throws ExecutionException, TimeoutException {
    CompletableFuture<C> wanted = opening(deadline);
    try {
      return deadline.await(wanted);
    } catch (TimeoutException e) {
      giveUpIfOverdue(wanted);
      throw e;
    }
  }

  /**
   * Tells whether the next call need not open a connection.
   *
   * @return whether there is one that is open
   */
  public synchronized boolean isOpen() {
    return isUsable(current);
  }

  private synchronized CompletableFuture<C> opening(Deadline deadline) {
    if (closed) {
      throw new StoreUnavailableException("the store is closed; nothing was changed");
    }
    CompletableFuture<C> last = current;
    if (last != null && (last.isDone() ? isUsable(last) : !isOverdue())) {
      return last;
    }
    giveUp();
    CompletableFuture<C> next = opener.apply(deadline);
    current = next;
    patienceEnd = context.in(patience);
    return next;
  }

  private boolean isOverdue() {
    return waitedInVain && patienceEnd != null && patienceEnd.isOver();
  }

  private synchronized void giveUpIfOverdue(CompletableFuture<C> wanted) {
    if (current == wanted) {
      waitedInVain = true;
      if (isOverdue()) {
        giveUp();
      }
    }
  }

  /** What is open now, or will be, is ended then. */
  private void giveUp() {
    if (current != null) {
      Future<?> unused = current.thenAccept(ender);
    }
    current = null;
    waitedInVain = false;
  }

  private boolean isUsable(@Nullable CompletableFuture<C> opened) {
    C connection = opened == null || opened.isCompletedExceptionally() ? null : opened.getNow(null);
    return connection != null && isOpen.test(connection);
  }

  /**
   * Takes a connection out of use. The caller ends it.
   *
   * @param connection one that was returned here
   * @return false if it was out of use already
   */
  public synchronized boolean drop(C connection) {
    boolean used = current != null
        && !current.isCompletedExceptionally()
        && connection.equals(current.getNow(null));
    if (used) {
      current = null;
    }
    return used;
  }

  /** Ends the connection, and opens no further one. */
  public synchronized void close() {
    closed = true;
    giveUp();
  }
}
