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
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes claims for a {@link LocalLine}, in the background, one claim at a time. If the source is
 * local, the thread that needs a claim makes it at once. After a failed claim, the next caller that
 * requests an id starts another claim, but not earlier than {@value #FIRST_RETRY_MS} ms after the
 * failure. This pause doubles with each failure, up to {@value
 * #LAST_RETRY_MS} ms. Everything except the claim itself runs with the local line's lock held.
 *
 * <p><b>Why no caller waits for ever after an error.</b> The thread that made a claim first marks
 * it as ended, and then uses its outcome. So no range is installed twice. If an error interrupts
 * the installation, the range is burned (never used), and the next caller starts another claim. If
 * the executor throws an exception, the claim is given up at once.
 *
 * <p><b>A claim that does not return</b> is given up ({@link Context#isGivenUp}). Whatever it
 * returns later is ignored, as if the reply were lost: its range is burned. The next caller starts
 * another claim.
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
  private final Object lock;
  private final Requests requests;
  private final Owner owner;

  /**
   * The claim in flight; null if there is none. The lock guards this field and all fields below.
   */
  private @Nullable ClaimTask pending;

  private @Nullable MintmarkException failure;

  /** The request of the last claim. */
  private @Nullable ClaimRequest asked;

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
   * otherwise 0.
   */
  private long tooMany;

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
    this.lock = lock;
    this.requests = requests;
    this.owner = owner;
  }

  /** One claim, which runs in the background, at most once. */
  private final class ClaimTask implements Runnable {

    private final ClaimRequest request;
    private final long askedAtNanos = context.elapsed().nanos();

    /**
     * Whether the claimed range must not be used, because after a snapshot two copies of the
     * process could receive it.
     */
    private boolean disowned;

    ClaimTask(ClaimRequest request) {
      this.request = request;
    }

    @Override
    @SuppressWarnings("CatchingUnchecked")
    public void run() {
      synchronized (lock) {
        if (pending != this) {
          return; // Given up before it began.
        }
      }
      long startNanos = 0;
      Claimed claimed = null;
      Throwable error = null;
      try {
        startNanos = context.elapsed().nanos();
        claimed = source.claim(request);
      } catch (Throwable e) {
        error = e;
      }
      synchronized (lock) {
        if (pending == this) {
          pending = null;
          end(this, claimed, error);
        }
      }
      requests.goOn();
      source.afterClaim();
      if (!source.isLocal()) {
        context.tellOfClaim(name, startNanos, error);
      }
    }
  }

  /** Returns whether a claim is in flight. Gives up a claim that has not returned for too long. */
  boolean isClaiming() {
    ClaimTask claim = pending;
    if (claim != null && context.isGivenUp(claim.askedAtNanos)) {
      pending = null;
      fail(new StoreUnavailableException(
          Message.of("a claim did not return: generator={}; its positions are not used", name)));
    }
    return pending != null;
  }

  /** Returns the failure of the last claim; null if it did not fail. */
  @Nullable
  MintmarkException failure() {
    return failure;
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
    if (pending != null) {
      pending.disowned = true;
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
    return !isClaiming() && (failure == null || want < tooMany || untilRetryNanos() <= 0);
  }

  /**
   * Forgets the last failure if the claim was refused because of a time that the clock does not
   * show any more. Otherwise callers would be refused, or wait, because of an old time.
   */
  void clockRead(TickClock clock) {
    MintmarkException last = failure;
    ClaimRequest request = asked;
    if (last != null && request != null && clock.hasLeft(request, last)) {
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

  /**
   * Returns whether the last claim requested more positions than are left. If so, the next claim is
   * for one caller only.
   */
  boolean wasTooMuch() {
    return tooMany > 0;
  }

  /** Returns the remaining pause before the next claim. */
  long untilRetryNanos() {
    return failure == null ? 0 : retryAtNanos - context.elapsed().nanos();
  }

  void ask(ClaimRequest request) {
    StackRoom.toReturn();
    ClaimTask task = new ClaimTask(request);
    boolean accepted = false;
    pending = task;
    asked = request;
    failure = null;
    try {
      if (source.isLocal()) {
        task.run();
      } else {
        context.background().execute(task);
      }
      accepted = true;
    } catch (RuntimeException | OutOfMemoryError e) {
      fail(new StoreUnavailableException(
          Message.of("no thread is available for a claim: generator={}, reason={}", name, e), e));
    } finally {
      if (!accepted && pending == task) {
        pending = null;
      }
    }
  }

  private void end(ClaimTask task, @Nullable Claimed claimed, @Nullable Throwable error) {
    try {
      if (error != null) {
        fail(
            error instanceof MintmarkException known
                ? known
                : new StoreUnavailableException(
                    Message.of("a claim failed: generator={}, reason={}", name, error), error));
        tooMany = error instanceof ExhaustedException || error instanceof TickExhaustedException
            ? task.request.wanted()
            : 0;
        return;
      }
      tooMany = 0;
      retryDelayMs = FIRST_RETRY_MS;
      if (claimed != null && !task.disowned) {
        owner.install(task.request, claimed, task.askedAtNanos);
      }
    } finally {
      requests.wake();
    }
  }

  private void fail(MintmarkException e) {
    failure = e;
    tooMany = 0;
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
   * Throws the last failure if waiting would not help.
   *
   * @param want how many positions the caller wants. If the refused claim was larger, this number
   *     of positions may still be left
   */
  void refuseFinal(long want) {
    MintmarkException last = failure;
    if (last != null && isFinal(last) && want >= tooMany) {
      throw last;
    }
  }

  /**
   * Returns whether waiting would not help after a failure. Waiting may help if the store is
   * unreachable or no worker number is idle.
   */
  private static boolean isFinal(MintmarkException e) {
    return !(e instanceof StoreUnavailableException) && !(e instanceof NoIdleWorkerException);
  }

  MintmarkException outOfTime() {
    MintmarkException last = failure;
    if (last instanceof NoIdleWorkerException) {
      return last;
    }
    String rule = Message.of(
        "no claim succeeded in time: claimTimeoutMs={}, generator={}",
        context.claimTimeout().toMillis(),
        name);
    return last == null
        ? new StoreUnavailableException(rule + "; no id issued")
        : new StoreUnavailableException(
            rule + ", last='" + last.getMessage() + "'; no id issued", last);
  }
}
