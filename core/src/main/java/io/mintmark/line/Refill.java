package io.mintmark.line;

import io.mintmark.MintmarkException;
import io.mintmark.NoIdleWorkerException;
import io.mintmark.StoreRewoundException;
import io.mintmark.StoreUnavailableException;
import io.mintmark.line.RangeSource.Claimed;
import io.mintmark.line.RangeSource.Wish;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Asks a source for more, in the background, once at a time, and waits for it. A claim that failed
 * is tried again no sooner than {@value #FIRST_RETRY_MS} ms later, doubling up to {@value
 * #LAST_RETRY_MS}, by whoever next asks for an id. All but the claim itself runs under the local
 * line's lock.
 */
final class Refill {

  private static final long FIRST_RETRY_MS = 20;
  private static final long LAST_RETRY_MS = 1_000;

  /** Takes what was claimed, under the lock. */
  interface Owner {

    /** More was claimed. */
    void install(Wish wish, Claimed claimed);

    /** What is held must not be used any more: the store has forgotten that it gave it out. */
    void abandon();
  }

  private final String name;
  private final RangeSource source;
  private final Surroundings surroundings;
  private final ReentrantLock lock;
  private final Condition arrival;
  private final Owner owner;

  private boolean claiming;
  private @Nullable MintmarkException failure;
  private @Nullable StoreRewoundException rewound;
  private long retryDelayMs = FIRST_RETRY_MS;
  private long retryAtNanos;
  private int generation;

  Refill(
      String name, RangeSource source, Surroundings surroundings, ReentrantLock lock, Owner owner) {
    this.name = name;
    this.source = source;
    this.surroundings = surroundings;
    this.lock = lock;
    this.arrival = lock.newCondition();
    this.owner = owner;
  }

  /** Whether a claim is on its way. */
  boolean isClaiming() {
    return claiming;
  }

  /** Why the last claim failed, if it did. */
  @Nullable
  MintmarkException failure() {
    return failure;
  }

  /** Once claims were forgotten nothing here can be trusted again. */
  void refuseRewound() {
    if (rewound != null) {
      throw rewound;
    }
  }

  /**
   * Drops what is held, and lets what is on its way come to nothing: after a restore two copies
   * would receive it.
   */
  void disown() {
    generation++;
    owner.abandon();
    arrival.signalAll();
  }

  /** Whether to ask now: nothing is on its way, and the last failure is long enough ago. */
  boolean mayAsk() {
    return !claiming && (failure == null || untilRetryNanos() <= 0);
  }

  private long untilRetryNanos() {
    return retryAtNanos - surroundings.elapsed().nanos();
  }

  void ask(Wish wish) {
    claiming = true;
    failure = null;
    int asked = generation;
    try {
      surroundings.background().execute(() -> claim(wish, asked));
    } catch (RuntimeException e) {
      failed(new StoreUnavailableException("claims are stopped: generator=" + name, e));
    }
  }

  /** Runs in the background: must end in an arrival or a failure, whatever happens. */
  @SuppressWarnings("CatchingUnchecked")
  private void claim(Wish wish, int asked) {
    try {
      arrived(wish, source.claim(wish), asked);
    } catch (MintmarkException e) {
      failed(e);
    } catch (Throwable e) {
      failed(new StoreUnavailableException("a claim failed: generator=" + name, e));
    }
  }

  private void arrived(Wish wish, Claimed claimed, int asked) {
    lock.lock();
    try {
      claiming = false;
      retryDelayMs = FIRST_RETRY_MS;
      if (asked == generation) {
        owner.install(wish, claimed);
      }
      arrival.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void failed(MintmarkException e) {
    lock.lock();
    try {
      claiming = false;
      failure = e;
      retryAtNanos = surroundings.elapsed().nanos() + TimeUnit.MILLISECONDS.toNanos(retryDelayMs);
      retryDelayMs = Math.min(retryDelayMs * 2, LAST_RETRY_MS);
      if (e instanceof StoreRewoundException lost) {
        rewound = lost;
        owner.abandon();
      }
      arrival.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for what is on its way, or until it may be asked for again.
   *
   * @param deadlineNanos by the elapsed clock
   * @throws MintmarkException if waiting cannot help, or the deadline has passed
   * @throws WouldWaitException if the current thread must not wait
   */
  void await(long deadlineNanos) {
    if (claiming) {
      NonBlockingThread.refuseToWait();
    }
    try {
      for (long left = leftNanos(deadlineNanos); claiming && left > 0; ) {
        left = arrival.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException(
          "interrupted while waiting for a claim: generator=" + name + "; no id issued", e);
    }
    MintmarkException last = failure;
    if (last == null && !claiming) {
      return;
    }
    if (last != null && isFinal(last)) {
      throw last;
    }
    long left = leftNanos(deadlineNanos);
    if (left <= 0) {
      throw outOfTime(last);
    }
    pauseUnlocked(Math.min(left, Math.max(untilRetryNanos(), 1)));
  }

  private long leftNanos(long deadlineNanos) {
    return deadlineNanos - surroundings.elapsed().nanos();
  }

  /** Whether waiting cannot help: it can with an unreachable store and a shortage of numbers. */
  private static boolean isFinal(MintmarkException e) {
    return !(e instanceof StoreUnavailableException) && !(e instanceof NoIdleWorkerException);
  }

  private MintmarkException outOfTime(@Nullable MintmarkException last) {
    if (last instanceof NoIdleWorkerException) {
      return last;
    }
    String rule = "nothing could be claimed in time: claimTimeoutMs="
        + surroundings.claimTimeout().toMillis()
        + ", generator="
        + name;
    return last == null
        ? new StoreUnavailableException(rule + "; no id issued")
        : new StoreUnavailableException(
            rule + ", last='" + last.getMessage() + "'; no id issued", last);
  }

  private void pauseUnlocked(long nanos) {
    lock.unlock();
    try {
      surroundings.elapsed().pause(nanos);
    } finally {
      lock.lock();
    }
  }
}
