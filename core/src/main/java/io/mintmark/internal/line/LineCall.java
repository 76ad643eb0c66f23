package io.mintmark.internal.line;

import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.line.Requests.PositionRun;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One call for several ids of a {@link LocalLine}: the ids that it has so far and, if its caller
 * does not wait, the future that it completes.
 *
 * <p>A call with a future belongs to one thread at a time. When the call must wait, the thread
 * parks it in {@link Requests} under the line's lock and does not touch it again. A claim that
 * serves the call, or the line's timer, makes it ready, and a thread takes it up again under the
 * same lock.
 *
 * @param <T> the ids
 */
abstract class LineCall<T> extends Request {

  /** Null where the caller's thread waits. */
  private final @Nullable CompletableFuture<T> future;

  /** How often its line had been suspended when it took its positions. */
  long suspensions;

  /** Whether it was parked while it obtained its current run. */
  boolean begun;

  /** When it must check again, in elapsed time, while it is parked. */
  long checksAtNanos;

  /** The ready call behind it. */
  @Nullable
  LineCall<?> nextReady;

  /**
   * Begins a call.
   *
   * @param whole whether its positions must be consecutive and, if they carry time, in one tick
   * @param deadline when to give up, in elapsed time
   * @param future completed with the ids; null where the caller's thread waits
   */
  LineCall(boolean whole, long deadline, @Nullable CompletableFuture<T> future) {
    super(whole, deadline, future == null ? Thread.currentThread() : null);
    this.future = future;
  }

  /** How many ids are missing. */
  abstract long missing();

  /** Adds positions, at most as many as are missing. */
  abstract void add(PositionRun run);

  /** Burns all its ids, and returns their count. */
  abstract long forget();

  /** Returns the ids, once none is missing. */
  abstract T ids();

  /** Whether its future is completed or cancelled. */
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

  /** Completes its future with the ids. If the caller has cancelled, they are burned. */
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

  /** A call for consecutive positions, of which the caller gets only the last. */
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
