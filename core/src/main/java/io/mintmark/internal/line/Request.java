package io.mintmark.internal.line;

import io.mintmark.internal.line.Requests.PositionRun;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One call that reached a line's limit: the positions that it took, the positions that it needs,
 * and how it waits. The caller's thread parks, except in a {@link LineCall} with a future. The
 * line's lock guards the run that a claim handed over, and whether the request is queued. The other
 * fields belong to the thread that works on it.
 *
 * <p>Each attempt of {@link LocalLine} finds the first of these cases that applies:
 *
 * <ul>
 *   <li>a claim has <b>handed</b> it positions: they become its run, which is <b>kept</b>;
 *   <li>its run is long enough, and is kept or not behind the current tick: the run is kept from
 *       now on. If the clock has reached the run, the request is served. Otherwise it waits for the
 *       clock and holds its run, which is its place among the waiting requests;
 *   <li>its run is too short or behind the current tick, and the range has more positions: it burns
 *       the run and takes new positions. If the clock must first reach those, and the request needs
 *       all of them at once, it waits for the clock without a run;
 *   <li>the range has too few positions left: it is <b>queued</b> until a claim hands it positions.
 * </ul>
 */
class Request {

  /** How many positions it could use. */
  long want;

  /** Whether fewer positions are of no use to it. */
  final boolean whole;

  /** When to give up, in elapsed time. */
  private long deadline;

  /** The deadline without the known waits that {@link #waitsLonger} adds. */
  private final long usualDeadline;

  /** The thread that waits; null if the request has a future. */
  private final @Nullable Thread thread;

  /** The positions that it took, possibly none. They may turn out not to be usable. */
  PositionRun run = Requests.LATER;

  /**
   * Whether the run was found fresh, or was claimed for this request, so that it may wait with the
   * run.
   */
  boolean kept;

  private long pauseNanos;
  private boolean parks;

  // These two belong to Requests.
  @Nullable
  PositionRun handed;

  boolean queued;

  /**
   * Begins a request.
   *
   * @param whole whether its positions must be consecutive and, if they carry time, in one tick
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
   * @param wanted how many positions it could use
   * @param taken the positions that it took, possibly none
   */
  void begin(long wanted, PositionRun taken) {
    want = wanted;
    takes(taken);
  }

  /** How many positions it needs at least. */
  long need() {
    return whole ? want : 1;
  }

  /** Whether a thread waits for it. */
  final boolean isBlocking() {
    return thread != null;
  }

  /** Whether its caller has cancelled, so that no positions are needed. */
  boolean isDone() {
    return false;
  }

  void takes(PositionRun fresh) {
    run = fresh;
    kept = false;
  }

  void takesHanded(PositionRun claimed) {
    handed = null;
    run = claimed;
    kept = true;
  }

  /** Sets how to wait until the next attempt: to be woken, or for a fixed time. */
  void waits(boolean toBeWoken, long nanos) {
    parks = toBeWoken;
    pauseNanos = nanos;
  }

  /**
   * Extends the deadline by a wait whose length is known. If there are several such waits, extends
   * it only by the longest.
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

  /** Waits in the caller's own thread. */
  void pause(Context context, String subject) {
    long nanos = pauseNanos(context);
    if (parks) {
      context.park(this, nanos, subject);
    } else {
      context.pause(nanos, subject);
    }
  }

  /** Makes it check again soon. Called under the lock. */
  void wake(Requests requests) {
    LockSupport.unpark(thread);
  }
}
