package io.mintmark.internal.line;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.store.StackRoom;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes claims for a {@link LocalLine}, in the background, one claim at a time ({@link
 * ClaimSender}). If the source is local, the thread that needs a claim makes it at once. After a
 * failed claim, the next caller that requests an id starts another claim, but not earlier than
 * {@value #FIRST_RETRY_MS} ms after the failure. This pause doubles with each failure, up to
 * {@value #LAST_RETRY_MS} ms. Everything except the claim itself runs with the local line's lock
 * held.
 */
final class Refill {

  private static final long FIRST_RETRY_MS = 20;

  /** The longest pause between a failed claim and the next claim. */
  static final long LAST_RETRY_MS = 1_000;

  /** Receives the outcome of claims. Called with the lock held. */
  interface Owner {

    /**
     * Installs a claimed range.
     *
     * @param askedAtNanos when the claim was requested, in elapsed time
     */
    void install(ClaimRequest request, Claimed claimed, long askedAtNanos);

    /** Forgets the highest reading of the clock, because a claim with this reading was refused. */
    void distrustClock();

    /**
     * Drops all claimed positions, because the store has forgotten that it gave them out, or
     * because this process must not use them any more.
     */
    void abandon();
  }

  private final String name;
  private final RangeSource source;
  private final Context context;
  private final Requests requests;
  private final Owner owner;
  private final ClaimSender sender;

  /**
   * The failure of the last claim that has ended; null if it did not fail. The lock guards all
   * fields from here on.
   */
  @Nullable
  MintmarkException failure;

  /** The last claim. */
  private @Nullable AheadClaim last;

  private @Nullable StoreRewoundException rewound;
  private long retryDelayMs = FIRST_RETRY_MS;
  private long retryAtNanos;

  /**
   * The time from which a claim can succeed again, as the store has announced it; the time of the
   * last failure if the store has announced no wait.
   */
  private long availableAtNanos;

  /**
   * The number of positions in the last claim, if it failed because fewer positions are left;
   * otherwise 0. If it is not 0, the next claim is for one caller only.
   */
  long tooMany;

  /**
   * Creates an object that has made no claim.
   *
   * @param lock the local line's lock
   * @param requests the requests that a claim wakes, so that they check again
   */
  Refill(
      String name,
      RangeSource source,
      Context context,
      Object lock,
      Requests requests,
      Owner owner) {
    this.name = name;
    this.source = source;
    this.context = context;
    this.requests = requests;
    this.owner = owner;
    Executor executor = source.isLocal() ? null : context.background();
    this.sender = new ClaimSender(name, context, executor, lock, requests);
  }

  /** One claim of positions ahead of their use. */
  private final class AheadClaim implements ClaimSender.Claim {

    private final ClaimRequest request;
    private final long askedAtNanos = context.elapsed().nanos();
    private @Nullable Claimed claimed;

    /**
     * Whether the claimed range must not be used, because after a snapshot two copies of the
     * process could receive it.
     */
    private boolean disowned;

    AheadClaim(ClaimRequest request) {
      this.request = request;
    }

    @Override
    public void send() {
      claimed = source.claim(request);
    }

    @Override
    public void end(@Nullable Throwable error) {
      try {
        if (error != null) {
          fail(error, request);
          return;
        }
        failure = null;
        tooMany = 0;
        retryDelayMs = FIRST_RETRY_MS;
        if (claimed != null && !disowned) {
          owner.install(request, claimed, askedAtNanos);
        }
      } finally {
        requests.wake();
      }
    }

    @Override
    public ClaimSender.@Nullable Claim after(@Nullable Throwable error) {
      source.afterClaim();
      return null;
    }
  }

  /** Returns whether a claim is in flight. */
  boolean isClaiming() {
    return sender.isClaiming();
  }

  /**
   * Refuses every call after the store has forgotten claims. A later claim that starts above this
   * process's own positions does not show that the line is repaired. An administrator may have
   * raised the line. But other processes may also have moved it, by claiming positions that had
   * been given out before.
   */
  void refuseRewound() {
    if (rewound != null) {
      throw rewound;
    }
  }

  /** Drops all claimed positions, and discards the result of a claim in flight. */
  void disown() {
    if (last != null) {
      last.disowned = true;
    }
    owner.abandon();
    requests.wake();
  }

  /**
   * Returns whether a claim may be started now. This requires that no claim is in flight. If the
   * last claim has failed, one of two further conditions is required. Either the pause after the
   * failure has passed. Or the claim failed because too few positions are left, and the new claim
   * needs fewer.
   *
   * @param want the number of positions that the caller needs
   */
  boolean mayAsk(long want) {
    return !sender.isClaiming() && (failure == null || want < tooMany || untilRetryNanos() <= 0);
  }

  /**
   * Forgets the last failure if the claim was refused because of a time that the clock does not
   * show any more. Otherwise callers would be refused, or wait, because of an old time.
   */
  void clockRead(TickClock clock) {
    MintmarkException refusal = failure;
    if (refusal != null && last != null && !isClaiming() && clock.hasLeft(last.request, refusal)) {
      failure = null;
      tooMany = 0;
      retryDelayMs = FIRST_RETRY_MS;
    }
  }

  /**
   * Returns the time until a claim can succeed, if the last claim failed and the store has
   * announced a wait; otherwise 0.
   */
  long knownWaitNanos() {
    return failure instanceof StoreUnavailableException
        ? Math.max(0, availableAtNanos - context.elapsed().nanos())
        : 0;
  }

  /** Returns the remaining pause before the next claim. */
  long untilRetryNanos() {
    return failure == null ? 0 : retryAtNanos - context.elapsed().nanos();
  }

  void ask(ClaimRequest request) {
    StackRoom.toReturn(); // Otherwise the claim might stay in flight.
    last = sender.begin(new AheadClaim(request));
    sender.execute(last);
  }

  private void fail(Throwable error, ClaimRequest request) {
    MintmarkException e = error instanceof MintmarkException known
        ? known
        : new StoreUnavailableException(
            Message.of("a claim failed: generator={}, reason={}", name, error), error);
    failure = e;
    tooMany = e instanceof ExhaustedException || e instanceof TickExhaustedException
        ? request.wanted()
        : 0;
    long now = context.elapsed().nanos();
    retryAtNanos = now + TimeUnit.MILLISECONDS.toNanos(retryDelayMs);
    availableAtNanos =
        e instanceof StoreUnavailableException away ? now + away.availableIn().toNanos() : now;
    retryDelayMs = Math.min(retryDelayMs * 2, LAST_RETRY_MS);
    if (e instanceof StoreRewoundException lost) {
      rewound = lost;
      owner.abandon();
    } else if (e instanceof ClockAheadException) {
      owner.distrustClock();
    }
  }

  /**
   * Throws the last failure if waiting would not help. Waiting may help if the store is unreachable
   * or no worker number is idle.
   *
   * @param want how many positions the caller wants. If the refused claim was larger, this number
   *     of positions may still be left
   */
  void refuseFinal(long want) {
    MintmarkException refusal = failure;
    boolean mayPass =
        refusal instanceof StoreUnavailableException || refusal instanceof NoIdleWorkerException;
    if (refusal != null && !mayPass && want >= tooMany) {
      throw refusal;
    }
  }

  MintmarkException outOfTime() {
    MintmarkException cause = failure;
    return cause instanceof NoIdleWorkerException
        ? cause
        : context.outOfTime("generator=" + name, cause);
  }
}
