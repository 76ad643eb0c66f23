package io.mintmark.internal.line;

import io.mintmark.internal.line.Requests.PositionRun;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A call that reached the limit of a {@link LocalLine}: the positions that it has taken, the
 * positions that it needs, and how it waits. Positions are taken in runs, which are consecutive
 * positions of one range. The caller's thread waits, unless the request is a {@link LineCall} with
 * a future. While the request is queued or parked, the line's lock guards it, and a claim may give
 * it positions. Otherwise only the thread that works on the request uses it.
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
class Request {

  /** The number of positions that this request could use. */
  long want;

  /** The smallest number of positions with which this request can be served. */
  long need;

  /** Whether this request needs all these positions at once. */
  final boolean whole;

  /** When to give up, in elapsed time. */
  private long deadline;

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

  /** The line's count of suspensions when this request took its positions. */
  long suspensions;

  /** Whether this request is in the queue. Written by {@link Requests}. */
  boolean queued;

  /**
   * Creates a request.
   *
   * @param whole whether the positions must be consecutive and, if they carry time, in one tick
   * @param deadline when to give up, in elapsed time
   * @param thread the thread that waits; null if the request has a future
   */
  Request(boolean whole, long deadline, @Nullable Thread thread) {
    this.whole = whole;
    this.deadline = deadline;
    this.usualDeadline = deadline;
    this.thread = thread;
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

  /** Returns whether a thread waits for this request. */
  final boolean isBlocking() {
    return thread != null;
  }

  /** Returns whether the caller has cancelled this request, so that it needs no positions. */
  boolean isDone() {
    return false;
  }

  /** Ends a call with a future. A thread that waits throws its failure itself. */
  void fail(Throwable cause) {}

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

  /** Returns when to give up, in elapsed time. */
  long deadline() {
    return deadline;
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
    if (thread != Thread.currentThread()) { // Otherwise its next park would return at once.
      LockSupport.unpark(thread);
    }
  }
}
