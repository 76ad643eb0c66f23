package io.mintmark.service;

import io.mintmark.error.MintmarkException;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.GeneratorObserver;
import io.mintmark.internal.time.ElapsedClock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A clock that jumps ahead after a claim has failed for one of two reasons: the store will be
 * available only after a known time, or other processes hold every worker number. Then a call that
 * would wait for the store or for a worker number fails at once. Thread-safe.
 */
final class ImpatientClock implements ElapsedClock, GeneratorObserver {

  private static final long AHEAD_NANOS = TimeUnit.HOURS.toNanos(1);

  private final ElapsedClock elapsed = ElapsedClock.system();
  private volatile @Nullable MintmarkException known;

  /** Why the clock is ahead; empty if it is not ahead. */
  Optional<MintmarkException> reason() {
    return Optional.ofNullable(known);
  }

  @Override
  public void claimFailed(FailedClaim claim) {
    Throwable cause = claim.cause();
    if (cause instanceof NoIdleWorkerException held) {
      known = held;
    } else if (cause instanceof StoreUnavailableException away
        && !away.availableIn().isZero()) {
      known = away;
    }
  }

  @Override
  public long nanos() {
    return elapsed.nanos() + (known == null ? 0 : AHEAD_NANOS);
  }

  @Override
  public void pause(long nanos) {
    elapsed.pause(nanos);
  }

  @Override
  public void callAfter(long nanos, Runnable task) {
    elapsed.callAfter(nanos, task);
  }
}
