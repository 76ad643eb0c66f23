package io.mintmark.internal.line;

import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.line.Requests.PositionRun;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One call for several ids of a {@link LocalLine}. It contains the ids that it has got so far and,
 * if its caller does not wait, the future to complete.
 *
 * <p>A call with a future belongs to one thread at a time. When the call must wait, the thread
 * parks it in {@link Requests} with the line's lock held, and does not access it any more. A claim
 * that serves the call, or the line's timer, makes the call ready. A thread then continues the
 * call, after taking it from the ready calls with the same lock held.
 *
 * @param <T> the ids
 */
final class LineCall<T> extends Request {

  private final RunSink sink;
  private final Supplier<T> made;

  /** The future to complete; null if the caller's thread waits. */
  private final @Nullable CompletableFuture<T> future;

  private long filled;

  /** Whether this call was parked while it was obtaining its current run of positions. */
  boolean begun;

  /** While this call is parked: the time at which it must check again, in elapsed time. */
  long checksAtNanos;

  /** The next call in the list of ready calls. */
  @Nullable
  LineCall<?> nextReady;

  /**
   * Begins a call.
   *
   * @param sink receives the positions
   * @param whole whether the call's positions must be consecutive and, if they carry time, in one
   *     tick
   * @param deadline when to give up, in elapsed time
   * @param made returns the ids when none is missing
   * @param future the future of the ids; null if the caller's thread waits
   */
  LineCall(
      RunSink sink,
      boolean whole,
      long deadline,
      Supplier<T> made,
      @Nullable CompletableFuture<T> future) {
    super(whole, deadline, future == null ? Thread.currentThread() : null);
    this.sink = sink;
    this.made = made;
    this.future = future;
  }

  /** Returns how many ids this call still lacks. */
  long missing() {
    return sink.count() - filled;
  }

  /**
   * Adds positions, at most as many as {@link #missing} returns. Returns how many ids were made of
   * them.
   */
  long add(PositionRun run) {
    long ids = sink.add(run.range.worker, run.start, run.count);
    filled += ids;
    return ids;
  }

  /** Discards all ids of this call, and returns their count. */
  long forget() {
    long had = filled;
    filled = 0;
    sink.clear();
    return had;
  }

  /** Returns the ids. Called when no id is missing. */
  T ids() {
    return made.get();
  }

  /** Returns whether the future is completed or cancelled. */
  @Override
  boolean isDone() {
    return future != null && future.isDone();
  }

  @Override
  void wake(Requests requests) {
    if (isBlocking()) {
      super.wake(requests);
    } else {
      requests.ready(this);
    }
  }

  /**
   * Completes the future with the ids. If the caller has cancelled the future, the ids are burned.
   */
  void complete() {
    if (future != null) {
      future.complete(ids());
    }
  }

  @Override
  void fail(Throwable cause) {
    if (future != null) {
      future.completeExceptionally(cause);
    }
  }
}
