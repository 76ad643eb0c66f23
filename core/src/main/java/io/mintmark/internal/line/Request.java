package io.mintmark.internal.line;

import io.mintmark.internal.batch.RunSink;
import io.mintmark.internal.line.Requests.PositionRun;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call for ids that may have to wait: the positions that it has taken, the positions that it
 * needs, and how it waits. Positions are taken in runs, which are consecutive positions of one
 * range. The caller's thread waits, unless the request has a future. A request for several ids also
 * counts the ids that it has got so far.
 *
 * <p>While the request is queued or parked, the line's lock guards it, and a claim may give it
 * positions. Otherwise only the thread that works on the request uses it. A thread parks a request
 * with a future in {@link Requests} with the lock held, and does not access it any more. A claim
 * that serves the request, or the line's timer, makes it ready. A thread then continues it, after
 * taking it from the ready requests with the same lock held.
 *
 * <p>In each attempt to serve a request, {@link LocalLine} acts on the first of these cases that
 * applies:
 *
 * <ul>
 *   <li>The request has a run that is long enough, and the run is kept or is not behind the current
 *       tick: the run is kept from now on. If the clock has reached the run, the request is served.
 *       Otherwise the request waits for the clock and does not give up its run, so the order of
 *       requests is preserved.
 *   <li>The run is too short or behind the current tick, and the range has more positions: the run
 *       is burned (never used), and the request takes new positions. If the clock has not reached
 *       these positions yet, and the request needs them all in one run, it waits for the clock
 *       without a run.
 *   <li>The range has too few positions left: the request is <b>queued</b> until a claim gives
 *       it positions. They become its run, which is kept.
 * </ul>
 */
final class Request {

  /**
   * The future of a call whose caller does not wait.
   *
   * @param made makes the result when no id is missing
   */
  record Result<T>(CompletableFuture<T> future, Supplier<T> made) {

    /** Completes the future. If the caller has cancelled it, the ids are burned. */
    void complete() {
      future.complete(made.get());
    }
  }

  /** The number of ids, if the request is for several. */
  private final long count;

  private final @Nullable RunSink sink;
  private final @Nullable Result<?> result;

  private long filled;

  /** The number of positions that this request could use. */
  long want;

  /** The smallest number of positions with which this request can be served. */
  long need;

  /** Whether this request needs all these positions at once. */
  final boolean whole;

  /** When to give up, in elapsed time. */
  long deadline;

  /** The deadline without the extension by {@link #waitsLonger}. */
  private final long usualDeadline;

  /** The thread that waits; null if the request has a future. */
  private final @Nullable Thread thread;

  /**
   * The positions that this request has taken, possibly none. It may turn out that they cannot be
   * used.
   */
  PositionRun run = Requests.LATER;

  /**
   * Whether the request may wait with its run, because the run was not behind the current tick when
   * it was checked, or because it was claimed for this request.
   */
  boolean kept;

  private long pauseNanos;
  private boolean parks;

  /** Why this request has ended without positions; null if it has not. */
  @Nullable
  Throwable failure;

  /** The line's count of suspensions when this request took its positions. */
  long suspensions;

  /** Whether this request is in the queue. Written by {@link Requests}. */
  boolean queued;

  /**
   * Whether this request has waited for its current run of positions. In a {@link ClaimQueue},
   * whether it was ever queued.
   */
  boolean begun;

  /** While this request is parked: the time at which it must check again, in elapsed time. */
  long checksAtNanos;

  /**
   * Creates a request.
   *
   * @param count the number of ids; 0 if the caller makes the ids itself
   * @param sink receives the positions; null if the caller takes them
   * @param whole whether the positions must be consecutive and, if they carry time, in one tick
   * @param deadline when to give up, in elapsed time
   * @param result the future to complete; null if the current thread waits
   */
  Request(
      long count,
      @Nullable RunSink sink,
      boolean whole,
      long deadline,
      @Nullable Result<?> result) {
    this.count = count;
    this.sink = sink;
    this.whole = whole;
    this.deadline = deadline;
    this.usualDeadline = deadline;
    this.result = result;
    this.thread = result == null ? Thread.currentThread() : null;
  }

  /** Returns how many ids this request still lacks. */
  long missing() {
    return count - filled;
  }

  /**
   * Adds positions, at most as many as {@link #missing} returns. Returns how many ids were made of
   * them.
   */
  long add(PositionRun taken) {
    long ids =
        Objects.requireNonNull(sink).add(taken.range.worker, taken.start, taken.count, filled);
    filled += ids;
    return ids;
  }

  /** Discards all ids of this request, and returns their count. */
  long forget() {
    long had = filled;
    filled = 0;
    return had;
  }

  /**
   * Begins to obtain a run of positions.
   *
   * @param wanted the number of positions that this request could use
   * @param taken the positions that it has already taken, possibly none
   */
  void begin(long wanted, PositionRun taken) {
    want = wanted;
    need = whole ? wanted : 1;
    run = taken;
    kept = false;
  }

  /**
   * Returns how many positions to take. This is at most the number that seems to be available, so
   * that few positions are burned.
   */
  long share(long limit, long position) {
    long room = limit > position ? limit - position : 0;
    return room >= want ? want : whole ? 0 : room;
  }

  /** Returns whether a thread waits for this request. */
  boolean isBlocking() {
    return result == null;
  }

  /** Returns whether the future is completed or cancelled, so that no positions are needed. */
  boolean isDone() {
    return result != null && result.future.isDone();
  }

  /** Completes the future, if there is one. */
  void complete() {
    if (result != null) {
      result.complete();
    }
  }

  /** Throws the failure with which this request has ended, if it has. */
  void refuseFailed() {
    if (failure instanceof Error e) {
      throw e;
    }
    if (failure != null) {
      throw failure instanceof RuntimeException e ? e : new IllegalStateException(failure);
    }
  }

  /** Ends a request with a future. A thread that waits throws its failure itself. */
  void fail(Throwable cause) {
    if (result != null) {
      result.future.completeExceptionally(cause);
    }
  }

  /**
   * Replaces the run.
   *
   * @param claimed whether the run was claimed for this request, so that the request keeps it
   */
  void takes(PositionRun fresh, boolean claimed) {
    run = fresh;
    kept = claimed;
  }

  /**
   * Sets how to wait until the next attempt: until this request is woken, for the given time at
   * most, or always for the given time.
   */
  void waits(boolean toBeWoken, long nanos) {
    parks = toBeWoken;
    pauseNanos = nanos;
  }

  /**
   * Extends the deadline by a wait whose length is known. Several such waits extend it only by the
   * longest of them.
   */
  void waitsLonger(long knownNanos) {
    deadline = Math.max(deadline, usualDeadline + knownNanos);
  }

  long pauseNanos(Context context) {
    return Math.max(1, Math.min(pauseNanos, left(context)));
  }

  long left(Context context) {
    return deadline - context.elapsed().nanos();
  }

  /** Waits, on the caller's own thread. */
  void pause(Context context, String subject) {
    long nanos = pauseNanos(context);
    if (parks) {
      context.park(this, nanos, subject);
    } else {
      context.pause(nanos, subject);
    }
  }

  /** Makes this request check again soon. Called with the lock held. */
  void wake(Requests requests) {
    if (result != null) {
      requests.ready(this);
    } else if (thread != Thread.currentThread()) { // Otherwise its next park would return at once.
      LockSupport.unpark(thread);
    }
  }
}
