package io.mintmark.internal.line;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.StackRoom;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Sends the claims of one generator, one at a time. Both engines use this class: {@link Refill}
 * claims ahead for a {@link LocalLine}, and {@link SharedClaims} for the calls of a {@link
 * ClaimQueue}.
 *
 * <p><b>Why no outcome is used twice.</b> At most one claim is in flight. The thread that made a
 * claim first marks it as ended, with the lock held, and then uses its outcome. The outcome of a
 * claim that is not in flight any more is ignored. So if an error interrupts the use of an outcome,
 * the rest of the claimed positions is burned (never used).
 *
 * <p><b>Why no caller waits for ever.</b> If no thread takes a claim, the claim ends at once. A
 * claim that does not return is given up after longer than any store takes to answer or to fail.
 * Then another claim may be sent. If the first claim returns after all, it is as if its reply were
 * lost: its positions are burned.
 */
final class ClaimSender {

  private static final Duration LONGEST_CLAIM = Duration.ofMinutes(1);

  /** A claim, which is made at most once. */
  interface Claim {

    /** Makes the claim. Called without the lock, unless the executor runs claims in place. */
    void send();

    /**
     * Uses the outcome. Called with the lock held.
     *
     * @param failure why there are no positions; null if the claim succeeded
     */
    void end(@Nullable Throwable failure);

    /**
     * Does the work that follows after the calls that were served have continued.
     *
     * @return a claim that this thread makes next; null if there is none
     */
    @Nullable
    Claim after(@Nullable Throwable failure);
  }

  private final String name;
  private final Context context;
  private final @Nullable Executor executor;
  private final Object lock;
  private final Requests requests;
  private final long longestNanos;

  /** The claim in flight; null if there is none. The lock guards this field and the next one. */
  private @Nullable Claim pending;

  private long sinceNanos;

  /**
   * Creates an object that has sent no claim.
   *
   * @param name the generator's name, for messages
   * @param executor runs claims; null if they are computed without a store. Then {@link #execute}
   *     runs them in place, and the observer is not told of them
   * @param lock the generator's lock
   * @param requests the calls that continue after a claim
   */
  ClaimSender(
      String name, Context context, @Nullable Executor executor, Object lock, Requests requests) {
    this.name = name;
    this.context = context;
    this.executor = executor;
    this.lock = lock;
    this.requests = requests;
    this.longestNanos =
        LONGEST_CLAIM.plus(context.claimTimeout().multipliedBy(2)).toNanos();
  }

  /** Returns whether a claim is in flight. Gives up a claim that has not returned for too long. */
  boolean isClaiming() {
    Claim claim = pending;
    if (claim != null && context.elapsed().nanos() - sinceNanos > longestNanos) {
      end(
          claim,
          new StoreUnavailableException(Message.of(
              "a claim did not return: generator={}; its positions are not used", name)));
    }
    return pending != null;
  }

  /** Marks a claim as the claim in flight. It must then be run, executed or cancelled. */
  <C extends Claim> C begin(C claim) {
    sinceNanos = context.elapsed().nanos();
    pending = claim;
    return claim;
  }

  /** Ends a claim without an outcome, if it is still in flight. */
  void cancel(@Nullable Claim claim) {
    synchronized (lock) {
      pending = pending == claim ? null : pending;
    }
  }

  private void end(Claim claim, @Nullable Throwable failure) {
    if (pending == claim) {
      pending = null;
      claim.end(failure);
    }
  }

  /**
   * Lets the executor run a claim that has begun. The caller must have checked that enough of the
   * stack is left ({@link StackRoom}), because an error before this method would leave the claim in
   * flight.
   *
   * @return whether the claim was taken; otherwise it has ended
   */
  boolean execute(Claim claim) {
    boolean accepted = false;
    try {
      if (executor == null) {
        run(claim);
      } else {
        executor.execute(() -> run(claim));
      }
      accepted = true;
    } catch (RuntimeException | OutOfMemoryError e) {
      finish(
          claim,
          new StoreUnavailableException(
              Message.of("no thread is available for a claim: generator={}, reason={}", name, e),
              e));
    } finally {
      if (!accepted) {
        cancel(claim);
      }
    }
    return accepted;
  }

  /** Ends a claim, and continues the calls that it served. */
  private void finish(Claim claim, @Nullable Throwable failure) {
    synchronized (lock) {
      end(claim, failure);
    }
    requests.goOn();
  }

  /** Makes a claim that has begun, unless it was given up, and then the claims that follow it. */
  @SuppressWarnings("CatchingUnchecked")
  void run(Claim first) {
    for (Claim claim = first; claim != null && isInFlight(claim); ) {
      long startNanos = 0;
      Throwable failure = null;
      try {
        startNanos = context.elapsed().nanos();
        claim.send();
      } catch (Throwable e) { // Every failure is an outcome.
        failure = e;
      }
      finish(claim, failure);
      if (executor != null) {
        context.tellOfClaim(name, startNanos, failure);
      }
      claim = claim.after(failure);
    }
  }

  private boolean isInFlight(Claim claim) {
    synchronized (lock) {
      return pending == claim;
    }
  }
}
