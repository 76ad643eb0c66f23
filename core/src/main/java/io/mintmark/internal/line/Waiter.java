package io.mintmark.internal.line;

import io.mintmark.internal.line.Waiters.PositionRun;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One caller that reached a line's limit: the positions that it took, the positions that it needs,
 * and how it waits. The line's lock guards its links in {@link Waiters}, the run that it was handed
 * and the stage of its call. The other fields belong to the thread that works on it.
 *
 * <p>Each attempt of {@link LocalLine} finds the first of these cases that applies:
 *
 * <ul>
 *   <li>a claim has <b>handed</b> it positions: they become its run, which is <b>kept</b>;
 *   <li>its run is long enough, and is kept or not behind the current tick: the run is kept from
 *       now on. If the clock has reached the run, the call is served. Otherwise it waits for the
 *       clock and holds its run, which is its place among the waiting callers;
 *   <li>its run is too short or behind the current tick, and the range has more positions: it burns
 *       the run and takes new positions. If the clock must first reach those, and the call needs
 *       all of them at once, it waits for the clock without a run;
 *   <li>the range has too few positions left: it is <b>queued</b> until a claim hands it positions.
 * </ul>
 */
final class Waiter {

  final long want;
  final boolean whole;

  /** When to give up, in elapsed time. */
  private long deadline;

  /** The deadline without the known waits that {@link #waitsLonger} adds. */
  private final long usualDeadline;

  /** The call that continues later; null where a thread waits. */
  final @Nullable LineCall<?> call;

  private final @Nullable Thread thread;

  /** The positions that it took, possibly none. They may turn out not to be usable. */
  PositionRun run;

  /**
   * Whether the run was found fresh, or was claimed for this caller, so that it may wait with the
   * run.
   */
  boolean kept;

  private long pauseNanos;
  private boolean parks;

  // The links and the handed run belong to Waiters.
  @Nullable
  PositionRun handed;

  @Nullable
  Waiter before;

  @Nullable
  Waiter after;

  boolean queued;

  /**
   * Begins to wait for positions.
   *
   * @param taken the positions that it took
   * @param want how many positions it could use
   * @param whole whether it cannot use fewer
   * @param deadline when to give up, in elapsed time
   * @param call the call that continues later; null where the current thread waits
   */
  Waiter(PositionRun taken, long want, boolean whole, long deadline, @Nullable LineCall<?> call) {
    this.run = taken;
    this.want = want;
    this.whole = whole;
    this.deadline = deadline;
    this.usualDeadline = deadline;
    this.call = call;
    this.thread = call == null ? Thread.currentThread() : null;
  }

  /** How many positions it needs at least. */
  long need() {
    return whole ? want : 1;
  }

  /** Whether its caller has cancelled, so that no positions are needed. */
  boolean isGone() {
    return call != null && call.isDone();
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

  /** Passes this deadline to a call for several ids, which may need more runs. */
  void pass(LineCall<?> to) {
    to.deadline = Math.max(to.deadline, deadline);
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
  void wake(Waiters waiters) {
    if (thread != null) {
      LockSupport.unpark(thread);
    } else if (call != null) {
      waiters.ready(call);
    }
  }
}
