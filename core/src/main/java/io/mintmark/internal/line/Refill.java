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
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Asks a source for more, in the background, once at a time. A claim that failed is tried again no
 * sooner than {@value #FIRST_RETRY_MS} ms later, doubling up to {@value #LAST_RETRY_MS}, by any
 * caller that next asks for an id. All but the claim itself runs under the local line's monitor.
 *
 * <p><b>Why an error leaves nothing stuck.</b> The thread that claims only writes down how the
 * claim ended, in a field, which needs no memory and cannot fail. The next thread that enters the
 * monitor takes the outcome in: the same thread, or, if an error keeps it from getting there, the
 * next caller. An outcome counts as taken in before anything is done with it, so that no range is
 * ever installed twice; if an error strikes in the middle the range is burned, and the next caller
 * asks anew. A claim that no thread has accepted is given up on the spot.
 */
final class Refill {

  private static final long FIRST_RETRY_MS = 20;

  /** The longest time between two claims of which the first failed. */
  static final long LAST_RETRY_MS = 1_000;

  /** Takes what was claimed, under the monitor. */
  interface Owner {

    /** More was claimed. */
    void install(ClaimRequest request, Claimed claimed);

    /** The claim was refused for the clock's reading: nothing may rest on that. */
    void distrustClock();

    /** Drops the positions that are held: the store has forgotten that it gave them out. */
    void abandon();

    /** Wakes the callers that wait, as there is something for them to look at. */
    void wake();

    /** Goes on with calls that no thread waits for; not under the monitor. */
    void goOn();
  }

  private final String name;
  private final RangeSource source;
  private final Context context;
  private final Object lock;
  private final Owner owner;

  /** The claim on its way. Guarded by the monitor, as is all below. */
  private @Nullable ClaimTask pending;

  private @Nullable MintmarkException failure;

  /** The request of the last claim. */
  private @Nullable ClaimRequest asked;

  private @Nullable StoreRewoundException rewound;
  private long retryDelayMs = FIRST_RETRY_MS;
  private long retryAtNanos;

  /** When the last claim that failed could succeed; now if that was not told. */
  private long availableAtNanos;

  /**
   * The size of the last claim if it failed because fewer positions are left; otherwise 0.
   */
  private long tooMany;

  Refill(String name, RangeSource source, Context context, Object lock, Owner owner) {
    this.name = name;
    this.source = source;
    this.context = context;
    this.lock = lock;
    this.owner = owner;
  }

  /** How far a claim has come. */
  private enum ClaimStage {
    ASKED,
    GIVEN_UP,
    CLAIMING,
    ENDED
  }

  /** One claim. Runs in the background, once at most. */
  private final class ClaimTask implements Runnable {

    private final ClaimRequest request;
    private final AtomicReference<ClaimStage> stage = new AtomicReference<>(ClaimStage.ASKED);

    /** Whether what it brings belongs to nobody: after a restore two copies would receive it. */
    private boolean disowned;

    /** One of the two is written before the stage is ENDED. */
    private @Nullable Claimed claimed;

    private @Nullable Throwable error;

    ClaimTask(ClaimRequest request) {
      this.request = request;
    }

    @Override
    @SuppressWarnings("CatchingUnchecked")
    public void run() {
      if (!stage.compareAndSet(ClaimStage.ASKED, ClaimStage.CLAIMING)) {
        return;
      }
      long startNanos = 0;
      try {
        startNanos = context.elapsed().nanos();
        claimed = source.claim(request);
      } catch (Throwable e) {
        error = e;
      }
      stage.set(ClaimStage.ENDED);
      synchronized (lock) {
        collect();
      }
      owner.goOn();
      source.afterClaim();
      context.tellOfClaim(name, startNanos, error);
    }
  }

  /** Whether a claim is on its way. */
  boolean isClaiming() {
    return pending != null;
  }

  /** Why the last claim failed, if it did. */
  @Nullable
  MintmarkException failure() {
    return failure;
  }

  /**
   * Refuses for good once the store has forgotten claims. A later claim that starts above what this
   * process owns proves nothing: an administrator may have raised the line, or other processes may
   * have moved it on with positions that were given out before.
   */
  void refuseRewound() {
    if (rewound != null) {
      throw rewound;
    }
  }

  /** Drops what is held, and lets what is on its way come to nothing. */
  void disown() {
    if (pending != null) {
      pending.disowned = true;
    }
    owner.abandon();
    owner.wake();
  }

  /**
   * Whether to ask now: nothing is on its way, and the last failure is long enough ago, or was that
   * more was asked for than there is.
   *
   * @param want for how many
   */
  boolean mayAsk(long want) {
    return pending == null && (failure == null || want < tooMany || untilRetryNanos() <= 0);
  }

  /**
   * Forgets the last failure if it rests on a reading that the clock has left since, so that nobody
   * is refused, or waits, for it.
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

  /** How long it takes until a claim can succeed, if the last one failed and told that; else 0. */
  long knownWaitNanos() {
    return failure instanceof StoreUnavailableException
        ? Math.max(0, availableAtNanos - context.elapsed().nanos())
        : 0;
  }

  /** Whether the last claim asked for more than there is: each caller then asks for itself. */
  boolean wasTooMuch() {
    return tooMany > 0;
  }

  /** How long to wait before asking again. */
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
      context.background().execute(task);
      accepted = true;
    } catch (RuntimeException | OutOfMemoryError e) {
      fail(new StoreUnavailableException(
          Message.of("no thread takes a claim: generator={}, reason={}", name, e), e));
    } finally {
      // What was begun nevertheless goes on: a source is asked by one thread at a time.
      if (!accepted
          && pending == task
          && task.stage.compareAndSet(ClaimStage.ASKED, ClaimStage.GIVEN_UP)) {
        pending = null;
      }
    }
  }

  /** Takes in how a claim ended, if it has. */
  void collect() {
    ClaimTask ended = pending;
    if (ended == null || ended.stage.get() != ClaimStage.ENDED) {
      return;
    }
    pending = null;
    try {
      Throwable error = ended.error;
      if (error != null) {
        fail(
            error instanceof MintmarkException known
                ? known
                : new StoreUnavailableException(
                    Message.of("a claim failed: generator={}, reason={}", name, error), error));
        tooMany = error instanceof ExhaustedException || error instanceof TickExhaustedException
            ? ended.request.wanted()
            : 0;
        return;
      }
      tooMany = 0;
      retryDelayMs = FIRST_RETRY_MS;
      Claimed claimed = ended.claimed;
      if (claimed != null && !ended.disowned) {
        owner.install(ended.request, claimed);
      }
    } finally {
      owner.wake();
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
   * Throws the last failure if waiting cannot help.
   *
   * @param want how many the caller wants: fewer than were refused may still be there
   */
  void refuseFinal(long want) {
    MintmarkException last = failure;
    if (last != null && isFinal(last) && want >= tooMany) {
      throw last;
    }
  }

  /** Whether waiting cannot help: it can with an unreachable store and a shortage of numbers. */
  private static boolean isFinal(MintmarkException e) {
    return !(e instanceof StoreUnavailableException) && !(e instanceof NoIdleWorkerException);
  }

  MintmarkException outOfTime() {
    MintmarkException last = failure;
    if (last instanceof NoIdleWorkerException) {
      return last;
    }
    String rule = Message.of(
        "nothing could be claimed in time: claimTimeoutMs={}, generator={}",
        context.claimTimeout().toMillis(),
        name);
    return last == null
        ? new StoreUnavailableException(rule + "; no id issued")
        : new StoreUnavailableException(
            rule + ", last='" + last.getMessage() + "'; no id issued", last);
  }
}
