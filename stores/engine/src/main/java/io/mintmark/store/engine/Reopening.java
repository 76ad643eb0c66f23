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
 * The connection that all calls to a server share. It is opened in the background when it is first
 * needed, and calls that arrive meanwhile wait for the same attempt. A caller that suspects that
 * the connection is broken drops it, and the next call opens another one. So calls succeed at once
 * after a network was repaired or a server restarted. Thread-safe.
 *
 * @param <C> a connection
 */
public final class Reopening<C> {

  private final Function<Deadline, CompletableFuture<C>> opener;
  private final Predicate<C> isOpen;
  private final Consumer<C> ender;
  private final Duration patience;
  private final StoreContext context;

  /**
   * The connection, or the attempt to open it. Guarded by this object's lock, like the fields that
   * follow.
   */
  private @Nullable CompletableFuture<C> current;

  private @Nullable Deadline patienceEnd;
  private boolean waitedInVain;
  private boolean closed;

  /**
   * Makes an instance without a connection.
   *
   * @param opener starts to open a connection, and does not wait; takes the deadline of the first
   *     call that waits for the connection
   * @param isOpen whether a connection can be used, as far as its driver knows
   * @param ender ends a connection that no call uses, and does not wait for long
   * @param patience the minimum time, 0 or more, for which an attempt to open a connection is kept
   *     after a call has waited for it in vain. It counts from the start of the attempt. Later
   *     calls wait for the same attempt meanwhile. The first call after that time starts another
   *     attempt
   * @param context contains the clock that measures {@code patience}
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
   * @throws ExecutionException if the connection cannot be opened; the cause of the exception is
   *     the reason
   * @throws TimeoutException if it is not open before the deadline
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
   * Returns whether a connection is open, so that the next call need not open one.
   *
   * @return whether a connection is open
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

  /** Ends the connection, at once or as soon as the attempt has opened it. */
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
   * @param connection a connection that {@link #get} returned
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
