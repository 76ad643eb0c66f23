package io.mintmark.internal.line;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.store.StackRoom;
import io.mintmark.time.ElapsedClock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Repeats an attempt until it succeeds or a deadline passes, and keeps no thread meanwhile: a timer
 * makes each further attempt, {@value #FIRST_PAUSE_MS} ms after the first, then after twice that,
 * up to {@value #LAST_PAUSE_MS} ms.
 *
 * @param <T> the result
 */
public final class Retries<T> {

  private static final long FIRST_PAUSE_MS = 1;
  private static final long LAST_PAUSE_MS = 32;

  private final ElapsedClock elapsed;
  private final long deadline;
  private final Supplier<Optional<T>> attempt;
  private final Supplier<MintmarkException> late;
  private final CompletableFuture<T> future;
  private long pauseMs = FIRST_PAUSE_MS;

  private Retries(
      ElapsedClock elapsed,
      long deadline,
      Supplier<Optional<T>> attempt,
      Supplier<MintmarkException> late,
      CompletableFuture<T> future) {
    this.elapsed = elapsed;
    this.deadline = deadline;
    this.attempt = attempt;
    this.late = late;
    this.future = future;
  }

  /**
   * Begins with an attempt at once.
   *
   * @param elapsed time that passes
   * @param deadline when to give up, by that clock
   * @param attempt returns the result, or nothing if it is to be tried again
   * @param late what to fail with at the deadline
   * @param future what to complete; nothing is tried any more once it is done
   * @param <T> the result
   * @return the future
   */
  public static <T> CompletableFuture<T> begin(
      ElapsedClock elapsed,
      long deadline,
      Supplier<Optional<T>> attempt,
      Supplier<MintmarkException> late,
      CompletableFuture<T> future) {
    new Retries<>(elapsed, deadline, attempt, late, future).look();
    return future;
  }

  @SuppressWarnings("CatchingUnchecked")
  private void look() {
    if (future.isDone()) {
      return;
    }
    try {
      Optional<T> value = attempt.get();
      long leftNanos = deadline - elapsed.nanos();
      if (value.isPresent()) {
        future.complete(value.get());
      } else if (leftNanos <= 0) {
        future.completeExceptionally(late.get());
      } else {
        long pauseNanos = TimeUnit.MILLISECONDS.toNanos(pauseMs);
        pauseMs = Math.min(2 * pauseMs, LAST_PAUSE_MS);
        StackRoom.toReturn();
        elapsed.callAfter(Math.min(pauseNanos, leftNanos), this::look);
      }
    } catch (Throwable e) { // Whatever failed is the outcome, on whichever thread.
      future.completeExceptionally(e);
    }
  }
}
