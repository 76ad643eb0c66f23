package io.mintmark.internal.line;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.store.StackRoom;
import io.mintmark.time.ElapsedClock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Repeats an attempt until it succeeds or a deadline passes. No thread waits between the attempts,
 * because a timer runs each further attempt. The first pause is {@value #FIRST_PAUSE_MS} ms, and
 * each further pause is twice as long, up to {@value #LAST_PAUSE_MS} ms.
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
   * Makes the first attempt at once.
   *
   * @param elapsed the elapsed clock
   * @param deadline when to give up, in elapsed time
   * @param attempt the attempt. It returns the result, or empty if it must be repeated
   * @param late creates the exception for a deadline that has passed
   * @param future the future to complete with the result. After it is completed, no attempt is made
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
    } catch (Throwable e) { // Every failure is the outcome, on whichever thread it occurs.
      future.completeExceptionally(e);
    }
  }
}
