package io.mintmark.internal.line;

import io.mintmark.error.ClosedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A gate that callers pass before they use something that must not be used during a checkpoint.
 * While the gate is open, callers pass it at once. While it is suspended, they wait. When it is
 * closed, they are refused.
 */
public final class SuspensionGate implements Lifecycle {

  private static final long PAUSE_NANOS = 1_000_000;
  private static final long LAST_PAUSE_NANOS = 32 * PAUSE_NANOS;

  private enum State {
    OPEN,
    SUSPENDED,
    CLOSED
  }

  private static final class HoldsNothing implements Runnable {

    @Override
    public void run() {}
  }

  private final String name;
  private final Context context;
  private final Runnable drop;

  private volatile State state = State.OPEN;

  /**
   * How often the gate was suspended. Written with the lock of this object held, after the gate was
   * suspended and the resource discarded. So a caller that reads the new number cannot get what was
   * there before the suspension.
   */
  private volatile long suspensions;

  /**
   * Creates an open gate.
   *
   * @param name the generator's name, for messages
   * @param context provides the elapsed time, and how long a caller may wait
   */
  public SuspensionGate(String name, Context context) {
    this(name, context, new HoldsNothing());
  }

  /**
   * Creates an open gate that protects a resource.
   *
   * @param name the generator's name, for messages
   * @param context provides the elapsed time and the deadline
   * @param drop discards the resource. It is run each time after the gate was suspended or closed
   */
  public SuspensionGate(String name, Context context, Runnable drop) {
    this.name = name;
    this.context = context;
    this.drop = drop;
  }

  /**
   * Passes the gate. Waits while the gate is suspended.
   *
   * @throws ClosedException if the gate is closed
   * @throws StoreUnavailableException if the gate remained suspended for the whole claim timeout,
   *     or the caller was interrupted meanwhile
   */
  public void pass() {
    if (state != State.OPEN) {
      long unused = pass(context.deadline());
    }
  }

  /**
   * Passes the gate. Waits while the gate is suspended.
   *
   * @param deadline the time until which to wait, in elapsed time
   * @return the number of suspensions when the caller passed. If this number changes, everything
   *     that the caller has taken meanwhile may exist in several copies of the process
   * @throws ClosedException if the gate is closed
   * @throws StoreUnavailableException if the gate remained suspended until the deadline, or the
   *     caller was interrupted meanwhile
   */
  long pass(long deadline) {
    while (true) {
      long before = suspensions;
      State now = state;
      if (now == State.OPEN) {
        return before;
      }
      refuseIfClosed();
      if (context.elapsed().nanos() - deadline >= 0) {
        throw suspendedTooLong();
      }
      context.pause(PAUSE_NANOS, "generator=" + name);
    }
  }

  /**
   * Returns the number of suspensions until now.
   *
   * @return the number of suspensions
   */
  public long suspensions() {
    return suspensions;
  }

  /**
   * Returns whether callers pass at once. Suspension first changes the state of the gate, and then
   * discards the protected resource, for which it takes the lock of the gate's owner. So code that
   * makes the resource with that lock held must check this while it holds the lock.
   *
   * @return whether the gate is neither suspended nor closed
   */
  public boolean isOpen() {
    return state == State.OPEN;
  }

  /**
   * Returns whether callers wait.
   *
   * @return whether the gate is suspended
   */
  public boolean isSuspended() {
    return state == State.SUSPENDED;
  }

  /**
   * Returns the exception for a caller that has waited too long.
   *
   * @return an exception to throw
   */
  public StoreUnavailableException suspendedTooLong() {
    return new StoreUnavailableException(
        Message.of("ids are suspended for a checkpoint: generator={}; no id issued", name));
  }

  /** Throws if the gate is closed. */
  void refuseIfClosed() {
    if (state == State.CLOSED) {
      throw new ClosedException(
          Message.of("the generator is closed: generator={}; no id issued", name));
    }
  }

  /**
   * Makes an object when callers pass, without blocking the caller.
   *
   * @param attempt makes the object if callers pass; otherwise it returns empty and is called again
   * @param <T> the type of the object
   * @return a future of the object. It is already complete if the gate is open. Otherwise it
   *     completes after {@link #resume}, or fails with the exceptions that {@link #pass} throws
   */
  public <T> CompletableFuture<T> passAsync(Supplier<Optional<T>> attempt) {
    CompletableFuture<T> future = new CompletableFuture<>();
    long deadline = context.deadline();
    passLater(attempt, future, deadline, PAUSE_NANOS);
    return future;
  }

  /** Makes an attempt now and, if it makes nothing, another one after a pause, twice as long. */
  @SuppressWarnings("CatchingUnchecked")
  private <T> void passLater(
      Supplier<Optional<T>> attempt, CompletableFuture<T> future, long deadline, long pauseNanos) {
    if (future.isDone()) {
      return;
    }
    try {
      refuseIfClosed();
      Optional<T> made = state == State.OPEN ? attempt.get() : Optional.empty();
      long leftNanos = deadline - context.elapsed().nanos();
      if (made.isPresent()) {
        future.complete(made.get());
      } else if (leftNanos <= 0) {
        throw suspendedTooLong();
      } else {
        long next = Math.min(2 * pauseNanos, LAST_PAUSE_NANOS);
        context
            .elapsed()
            .callAfter(
                Math.min(pauseNanos, leftNanos), () -> passLater(attempt, future, deadline, next));
      }
    } catch (Throwable e) { // Every failure is the outcome, on whichever thread it occurs.
      future.completeExceptionally(e);
    }
  }

  @Override
  public void suspend() {
    move(State.OPEN, State.SUSPENDED);
    try {
      drop.run();
    } finally {
      synchronized (this) {
        suspensions++;
      }
    }
  }

  @Override
  public void resume() {
    move(State.SUSPENDED, State.OPEN);
  }

  private synchronized void move(State from, State to) {
    state = state == from ? to : state;
  }

  @Override
  public void close() {
    synchronized (this) {
      state = State.CLOSED;
    }
    drop.run();
  }
}
