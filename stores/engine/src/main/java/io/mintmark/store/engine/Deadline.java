package io.mintmark.store.engine;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The moment by which a call has to end. Each question to the engine gets the time that is left, so
 * that several questions, and the client's own waits and retries, take no longer together.
 */
public final class Deadline {

  private final ElapsedClock clock;
  private final Duration timeout;
  private final long endNanos;

  private Deadline(ElapsedClock clock, Duration timeout, long endNanos) {
    this.clock = clock;
    this.timeout = timeout;
    this.endNanos = endNanos;
  }

  /**
   * Starts the time of a call.
   *
   * @param timeout how long it may take
   * @param clock what the time is measured by
   * @return when it has to be over
   */
  public static Deadline in(Duration timeout, ElapsedClock clock) {
    return new Deadline(clock, timeout, clock.nanos() + timeout.toNanos());
  }

  /**
   * Returns an earlier deadline, so that several tries in a row all get their part of the time.
   *
   * @param tries how many there are, this one and those after it
   * @return the end of the first of them
   */
  public Deadline part(int tries) {
    return new Deadline(clock, timeout, clock.nanos() + leftNanos() / tries);
  }

  /**
   * Starts the whole time again, for a further part of a call that may take it for each.
   *
   * @return a deadline as this one was at first
   */
  public Deadline anew() {
    return in(timeout, clock);
  }

  /**
   * Returns how long the whole call may take.
   *
   * @return as it was given
   */
  public Duration timeout() {
    return timeout;
  }

  /**
   * Returns what is left.
   *
   * @return nanoseconds, 0 or more
   */
  public long leftNanos() {
    return Math.max(0, endNanos - clock.nanos());
  }

  /**
   * Returns what is left, for clients to which 0 means for ever.
   *
   * @return milliseconds, 1 or more
   * @throws StoreUnavailableException if less is left
   */
  public long leftMs() {
    long leftMs = TimeUnit.NANOSECONDS.toMillis(leftNanos());
    if (leftMs < 1) {
      throw passed(null);
    }
    return leftMs;
  }

  /**
   * Tells whether the time is up.
   *
   * @return whether nothing is left
   */
  public boolean isOver() {
    return leftNanos() == 0;
  }

  /**
   * Waits for an answer, through interrupts, which are kept for later.
   *
   * @param <T> what is answered
   * @param answer what is under way
   * @return the answer
   * @throws ExecutionException if something else came in its place, which is the cause
   * @throws TimeoutException if nothing came in time
   */
  public <T> T await(CompletionStage<T> answer) throws ExecutionException, TimeoutException {
    CompletableFuture<T> future = answer.toCompletableFuture();
    unparkWhenDone(future);
    while (!future.isDone() && awaitUnpark()) {
      // It is done, or another unparked this thread.
    }
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future.get(0, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Waits for an answer, unless the caller is interrupted.
   *
   * @param <T> what is answered
   * @param answer what is under way
   * @return the answer
   * @throws ExecutionException if something else came in its place, which is the cause
   * @throws TimeoutException if nothing came in time
   * @throws InterruptedException if the caller is interrupted; its flag is cleared
   */
  public <T> T awaitUnlessInterrupted(CompletableFuture<T> answer)
      throws ExecutionException, TimeoutException, InterruptedException {
    unparkWhenDone(answer);
    while (!answer.isDone() && !isOver() && !Thread.currentThread().isInterrupted()) {
      clock.pause(leftNanos());
    }
    return answer.get(0, TimeUnit.NANOSECONDS);
  }

  private static void unparkWhenDone(CompletableFuture<?> answer) {
    if (!answer.isDone()) {
      Thread caller = Thread.currentThread();
      CompletionStage<?> unused = answer.whenComplete((given, fault) -> LockSupport.unpark(caller));
    }
  }

  /**
   * Asks one server after another until one answers, each for its part of the time that is left.
   *
   * @param <S> a server
   * @param <T> what is answered
   * @param servers whom to ask
   * @param question asks a server, up to a deadline
   * @return the first answer
   * @throws StoreUnavailableException if none answers, as the last one threw it
   */
  public <S, T> T first(List<S> servers, BiFunction<S, Deadline, T> question) {
    StoreUnavailableException last = new StoreUnavailableException("no server is known");
    int left = servers.size();
    for (S server : servers) {
      try {
        return question.apply(server, part(left--));
      } catch (StoreUnavailableException e) {
        last = e;
      }
    }
    throw last;
  }

  /**
   * Lets some time pass, but not more than is left. Interrupts are kept for later.
   *
   * @param nanos how long
   */
  public void pause(long nanos) {
    pauseThroughInterrupts(Math.min(nanos, leftNanos()));
  }

  /**
   * Waits until this thread is unparked or the time is up. May return early. Interrupts are kept
   * for later.
   *
   * @return false if the time was up already
   */
  public boolean awaitUnpark() {
    long leftNanos = leftNanos();
    if (leftNanos == 0) {
      return false;
    }
    pauseThroughInterrupts(leftNanos);
    return true;
  }

  private void pauseThroughInterrupts(long nanos) {
    boolean interrupted = Thread.interrupted();
    clock.pause(nanos);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Says that the time was up.
   *
   * @param cause how that showed, if something did
   * @return what the call throws
   */
  public StoreUnavailableException passed(@Nullable Throwable cause) {
    String message =
        Message.of("the engine did not answer in time: timeoutMs={}", timeout.toMillis());
    return cause == null
        ? new StoreUnavailableException(message)
        : new StoreUnavailableException(message, cause);
  }
}
