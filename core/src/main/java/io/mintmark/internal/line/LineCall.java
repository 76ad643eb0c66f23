package io.mintmark.internal.line;

import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.line.Waiters.PositionRun;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One call for several ids of a {@link LocalLine}: what it has got so far, until when it goes on,
 * and, where its caller does not wait, the future that it completes.
 *
 * <p>Such a call belongs to one thread at a time. While it {@link CallStage#RUNS} that thread looks
 * for it; where there is something to wait for, the thread leaves it {@link CallStage#WAITS} under
 * the line's monitor and touches it no more. A claim that serves it, or a timer, takes it up again
 * under the same monitor.
 *
 * @param <T> the ids
 */
abstract class LineCall<T> {

  /** The state of a call; the line's monitor guards it and all else that changes. */
  enum CallStage {
    RUNS,
    WAITS,
    READY
  }

  final boolean whole;

  /** When to give up, by the elapsed clock. */
  long deadline;

  /** None where the caller's thread waits. */
  private final @Nullable CompletableFuture<T> future;

  CallStage stage = CallStage.RUNS;

  /** How often its line had been suspended when it took what it has. */
  long suspensions;

  /** Which of its waits it is in: the timer of an earlier one does nothing. */
  long waits;

  /** Where it was when it began to wait. */
  @Nullable
  Waiter waiter;

  @Nullable
  LineCall<?> nextReady;

  /**
   * Begins a call.
   *
   * @param whole whether its positions must follow each other without a gap, and where they are
   *     in time, within one tick
   * @param deadline when to give up, by the elapsed clock
   * @param future what to complete; none where the caller's thread waits
   */
  LineCall(boolean whole, long deadline, @Nullable CompletableFuture<T> future) {
    this.whole = whole;
    this.deadline = deadline;
    this.future = future;
  }

  /** How many ids it has not got yet. */
  abstract long missing();

  /** Takes some, at most as many as are missing. */
  abstract void add(PositionRun run);

  /** Burns all that it has, and returns how many ids those were. */
  abstract long forget();

  /** Returns the ids, once none is missing. */
  abstract T ids();

  /** Whether a thread waits for it. */
  final boolean isBlocking() {
    return future == null;
  }

  /** Whether its caller has an answer, or has cancelled. */
  final boolean isDone() {
    return future != null && future.isDone();
  }

  /** Answers its caller with the ids, which are burned if that has cancelled. */
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

  /** A call for positions that follow each other, of which only the last is told. */
  static final class Reserved<T> extends LineCall<T> {

    private final long count;
    private final LongFunction<T> made;
    private @Nullable PositionRun run;

    Reserved(
        long count, long deadline, LongFunction<T> made, @Nullable CompletableFuture<T> future) {
      super(true, deadline, future);
      this.count = count;
      this.made = made;
    }

    @Override
    long missing() {
      return run == null ? count : 0;
    }

    @Override
    void add(PositionRun all) {
      run = all;
    }

    @Override
    long forget() {
      long had = count - missing();
      run = null;
      return had;
    }

    @Override
    T ids() {
      PositionRun all = run;
      if (all == null) {
        throw new IllegalStateException("nothing was reserved");
      }
      return made.apply(all.range().encode(all.start() + count - 1));
    }
  }
}
