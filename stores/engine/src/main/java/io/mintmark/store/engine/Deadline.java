package io.mintmark.store.engine;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.time.ElapsedClock;
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
 * The moment at which a call must end. Each request to the engine gets the remaining time, so that
 * all requests together, with the client's own waits and retries, end before that moment.
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
   * Starts the deadline of a call.
   *
   * @param timeout the call's time limit
   * @param clock measures the time
   */
  public Deadline(Duration timeout, ElapsedClock clock) {
    this.clock = clock;
    this.timeout = timeout;
    this.endNanos = clock.nanos() + timeout.toNanos();
  }

  /**
   * Returns an earlier deadline, so that each of several consecutive attempts gets a share of the
   * time.
   *
   * @param tries the number of remaining attempts, including this one
   * @return the deadline of this attempt
   */
  public Deadline part(int tries) {
    return new Deadline(clock, timeout, clock.nanos() + leftNanos() / tries);
  }

  /**
   * Starts a new deadline with the full time limit, for the next part of a call whose parts may
   * each take that long.
   *
   * @return a deadline with the full timeout from now
   */
  public Deadline anew() {
    return new Deadline(timeout, clock);
  }

  /**
   * Returns the time limit of the whole call.
   *
   * @return the timeout that was given
   */
  public Duration timeout() {
    return timeout;
  }

  /**
   * Returns the remaining time.
   *
   * @return nanoseconds, 0 or more
   */
  public long leftNanos() {
    return Math.max(0, endNanos - clock.nanos());
  }

  /**
   * Returns the remaining time, for clients to which 0 means no limit.
   *
   * @return milliseconds, 1 or more
   * @throws StoreUnavailableException if less than 1 ms remains
   */
  public long leftMs() {
    long leftMs = TimeUnit.NANOSECONDS.toMillis(endNanos - clock.nanos());
    if (leftMs < 1) {
      throw passed(null);
    }
    return leftMs;
  }

  /**
   * Returns whether the deadline has passed.
   *
   * @return whether no time remains
   */
  public boolean isOver() {
    return endNanos - clock.nanos() <= 0;
  }

  /**
   * Waits for an answer, without being interruptible. The interrupt flag is kept.
   *
   * @param <T> the type of the answer
   * @param answer completes with the answer
   * @return the answer
   * @throws ExecutionException if the answer is an exception, which is then the cause
   * @throws TimeoutException if there was no answer before the deadline
   */
  public <T> T await(CompletionStage<T> answer) throws ExecutionException, TimeoutException {
    CompletableFuture<T> future = answer.toCompletableFuture();
    if (!future.isDone()) {
      Thread caller = Thread.currentThread();
      CompletionStage<?> unused = future.whenComplete((given, fault) -> LockSupport.unpark(caller));
    }
    while (!future.isDone() && awaitUnpark()) {
      // Either the future is done, or another thread unparked this one.
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
   * Waits for an answer as {@link #await} does, and throws the exception that the answer is.
   *
   * @param <T> the type of the answer
   * @param answer completes with the answer
   * @return the answer
   * @throws StoreUnavailableException if there was no answer before the deadline
   * @throws Exception if the answer is an exception
   */
  public <T> T answer(CompletionStage<T> answer) throws Exception {
    try {
      return await(answer);
    } catch (TimeoutException e) {
      throw passed(e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  /**
   * Calls one server after another until one answers. Each gets a share of the remaining time.
   *
   * @param <S> a server
   * @param <T> the type of the answer
   * @param servers the servers to call
   * @param question calls a server, with a deadline
   * @return the first answer
   * @throws StoreUnavailableException if no server answers; the exception is the last server's
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
   * Pauses, at most until the deadline. The interrupt flag is kept.
   *
   * @param nanos the length of the pause
   */
  public void pause(long nanos) {
    pauseThroughInterrupts(Math.min(nanos, leftNanos()));
  }

  /**
   * Waits until this thread is unparked or the deadline has passed. May return early. The interrupt
   * flag is kept.
   *
   * @return false if the deadline had passed already
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
   * Makes the exception for a passed deadline.
   *
   * @param cause the exception that reported the timeout, if any
   * @return the exception that the call throws
   */
  public StoreUnavailableException passed(@Nullable Throwable cause) {
    String message =
        Message.of("the engine did not answer in time: timeoutMs={}", timeout.toMillis());
    return cause == null
        ? new StoreUnavailableException(message)
        : new StoreUnavailableException(message, cause);
  }
}
