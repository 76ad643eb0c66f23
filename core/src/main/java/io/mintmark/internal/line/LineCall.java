package io.mintmark.internal.line;

import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.line.Requests.PositionRun;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
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
abstract class LineCall<T> extends Request {

  /** The future to complete; null if the caller's thread waits. */
  private final @Nullable CompletableFuture<T> future;

  /** The line's count of suspensions when this call took its positions. */
  long suspensions;

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
   * @param whole whether the call's positions must be consecutive and, if they carry time, in one
   *     tick
   * @param deadline when to give up, in elapsed time
   * @param future the future of the ids; null if the caller's thread waits
   */
  LineCall(boolean whole, long deadline, @Nullable CompletableFuture<T> future) {
    super(whole, deadline, future == null ? Thread.currentThread() : null);
    this.future = future;
  }

  /** Returns how many ids this call still lacks. */
  abstract long missing();

  /** Adds positions, at most as many as {@link #missing} returns. */
  abstract void add(PositionRun run);

  /** Discards all ids of this call, and returns their count. */
  abstract long forget();

  /** Returns the ids. Called when no id is missing. */
  abstract T ids();

  /** Returns whether the future is completed or cancelled. */
  @Override
  final boolean isDone() {
    return future != null && future.isDone();
  }

  @Override
  final void wake(Requests requests) {
    if (isBlocking()) {
      super.wake(requests);
    } else {
      requests.ready(this);
    }
  }

  /**
   * Completes the future with the ids. If the caller has cancelled the future, the ids are burned.
   */
  final void complete() {
    if (future != null) {
      future.complete(ids());
    }
  }

  final void fail(Throwable cause) {
    if (future != null) {
      future.completeExceptionally(cause);
    }
  }

  /** A call for a batch of ids. */
  static final class Batch<T> extends LineCall<T> {

    private final RunSink sink;
    private final Supplier<T> made;
    private int filled;

    Batch(
        RunSink sink,
        boolean whole,
        long deadline,
        Supplier<T> made,
        @Nullable CompletableFuture<T> future) {
      super(whole, deadline, future);
      this.sink = sink;
      this.made = made;
    }

    @Override
    long missing() {
      return (long) sink.count() - filled;
    }

    @Override
    void add(PositionRun run) {
      int count = (int) run.count();
      sink.add(run.range().worker, run.start(), count);
      filled += count;
    }

    @Override
    long forget() {
      long had = filled;
      filled = 0;
      sink.clear();
      return had;
    }

    @Override
    T ids() {
      return made.get();
    }
  }

  /** A call for consecutive positions. The caller gets only the last of them. */
  static final class Reserved<T> extends LineCall<T> {

    private final long count;
    private final LongFunction<T> made;
    private @Nullable PositionRun reserved;

    Reserved(
        long count, long deadline, LongFunction<T> made, @Nullable CompletableFuture<T> future) {
      super(true, deadline, future);
      this.count = count;
      this.made = made;
    }

    @Override
    long missing() {
      return reserved == null ? count : 0;
    }

    @Override
    void add(PositionRun all) {
      reserved = all;
    }

    @Override
    long forget() {
      long had = count - missing();
      reserved = null;
      return had;
    }

    @Override
    T ids() {
      PositionRun all = reserved;
      if (all == null) {
        throw new IllegalStateException("nothing was reserved");
      }
      return made.apply(all.range().encode(all.start() + count - 1));
    }
  }
}
