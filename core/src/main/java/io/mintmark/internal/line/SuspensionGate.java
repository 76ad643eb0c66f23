package io.mintmark.internal.line;

import io.mintmark.error.ClosedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.time.ElapsedClock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Lets callers through while open, holds them while suspended, refuses them once closed. */
public final class SuspensionGate implements Lifecycle {

  private static final long PAUSE_NANOS = 1_000_000;

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

  /** How often the gate was suspended; written under this object's lock. */
  private volatile long suspensions;

  /**
   * Makes an open gate.
   *
   * @param name the generator's name, for messages
   * @param context elapsed time, and how long a caller may be held
   */
  public SuspensionGate(String name, Context context) {
    this(name, context, new HoldsNothing());
  }

  /**
   * Makes an open gate in front of a resource.
   *
   * @param name the generator's name, for messages
   * @param context elapsed time and deadline
   * @param drop discards the resource, each time after the gate was shut
   */
  public SuspensionGate(String name, Context context, Runnable drop) {
    this.name = name;
    this.context = context;
    this.drop = drop;
  }

  /**
   * Passes the gate, and waits while it is suspended.
   *
   * @throws ClosedException if the gate is closed
   * @throws StoreUnavailableException if it stayed suspended for the whole claim timeout, or the
   *     caller was interrupted meanwhile
   */
  public void pass() {
    if (state != State.OPEN) {
      await(context.elapsed().nanos() + context.claimTimeout().toNanos());
    }
  }

  /**
   * Passes the gate, and waits while it is suspended.
   *
   * @param deadline until when to wait, in elapsed time
   * @return the number of suspensions at the time of passing; if it changes, everything taken
   *     meanwhile may be in several copies of the process
   * @throws ClosedException if the gate is closed
   * @throws StoreUnavailableException if it stayed suspended until the deadline, or the caller was
   *     interrupted meanwhile
   */
  long pass(long deadline) {
    while (true) {
      long before = suspensions;
      if (state == State.OPEN) {
        return before;
      }
      await(deadline);
    }
  }

  /**
   * Counts the suspensions.
   *
   * @return the count until now
   */
  public long suspensions() {
    return suspensions;
  }

  /**
   * Returns whether callers pass. Suspending shuts the gate and then takes the owner's lock. So
   * code that makes an object under that lock must call this again under the lock.
   *
   * @return whether it is neither suspended nor closed
   */
  public boolean isOpen() {
    return state == State.OPEN;
  }

  private void await(long deadline) {
    ElapsedClock elapsed = context.elapsed();
    while (state == State.SUSPENDED) {
      if (elapsed.nanos() - deadline >= 0) {
        throw suspendedTooLong();
      }
      context.pause(PAUSE_NANOS, "generator=" + name);
    }
    if (state == State.CLOSED) {
      throw closed();
    }
  }

  /**
   * Returns whether callers are held.
   *
   * @return whether it is suspended
   */
  public boolean isSuspended() {
    return state == State.SUSPENDED;
  }

  /**
   * Returns the exception for a caller that was held for too long.
   *
   * @return an exception to throw
   */
  public StoreUnavailableException suspendedTooLong() {
    return new StoreUnavailableException(
        Message.of("ids are suspended for a checkpoint: generator={}; no id issued", name));
  }

  ClosedException closed() {
    return new ClosedException(
        Message.of("the generator is closed: generator={}; no id issued", name));
  }

  /**
   * Makes an object once callers pass, without waiting.
   *
   * @param attempt makes it if callers pass; otherwise returns empty and is called again
   * @param <T> the type of the object
   * @return completed at once while open, otherwise after {@link #resume}, or with the exception
   *     that {@link #pass} throws
   */
  public <T> CompletableFuture<T> passAsync(Supplier<Optional<T>> attempt) {
    ElapsedClock elapsed = context.elapsed();
    return Retries.begin(
        elapsed,
        elapsed.nanos() + context.claimTimeout().toNanos(),
        () -> {
          if (state == State.CLOSED) {
            throw closed();
          }
          return state == State.OPEN ? attempt.get() : Optional.empty();
        },
        this::suspendedTooLong,
        new CompletableFuture<>());
  }

  @Override
  public void suspend() {
    move(State.OPEN, State.SUSPENDED);
    drop.run();
  }

  @Override
  public void resume() {
    move(State.SUSPENDED, State.OPEN);
  }

  private synchronized void move(State from, State to) {
    if (to == State.SUSPENDED) {
      suspensions++;
    }
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
