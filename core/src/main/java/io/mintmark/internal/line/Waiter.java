package io.mintmark.internal.line;

import io.mintmark.internal.line.Waiters.PositionRun;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One caller that met a line's limit: what it took, what it needs, and how it waits. Its links in
 * {@link Waiters}, what it was handed and the stage of its call are guarded by the line's monitor;
 * the rest belongs to the thread that looks for it.
 *
 * <p>Each look of {@link LocalLine} finds one of these, from the top:
 *
 * <ul>
 *   <li>it was <b>handed</b> positions by a claim: they become its run, which is <b>kept</b>;
 *   <li>its run is long enough, and kept or not behind the present tick, so that it is kept from
 *       now on: if the clock has come there the call is served, otherwise it waits for the clock
 *       and holds its run, which is its place among those that wait;
 *   <li>its run is too short or behind the present tick, and the range has others: it burns the run
 *       and takes those, unless the clock would have to come there first and the call needs all of
 *       them at once: then it waits for the clock without any;
 *   <li>the range has too few left: it is <b>queued</b> until a claim hands it positions.
 * </ul>
 */
final class Waiter {

  final long want;
  final boolean whole;

  /** When to give up, by the elapsed clock. */
  private long deadline;

  /** When to give up if nothing is known of how long the wait takes. */
  private final long usualDeadline;

  /** The call that goes on later; none where a thread waits. */
  final @Nullable LineCall<?> call;

  private final @Nullable Thread thread;

  /** The positions it took, its own if they turn out to be usable; possibly none. */
  PositionRun run;

  /** Whether the run was found fresh, or was claimed for this caller: it may wait with it. */
  boolean kept;

  private long pauseNanos;
  private boolean parks;

  // The links and what was handed belong to Waiters.
  @Nullable
  PositionRun handed;

  @Nullable
  Waiter before;

  @Nullable
  Waiter after;

  boolean queued;

  /**
   * Begins to look for positions.
   *
   * @param taken the positions it took
   * @param want how many it could use
   * @param whole whether fewer are of no use
   * @param deadline when to give up, by the elapsed clock
   * @param call the call that goes on later; none where the present thread waits
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

  /** How many it needs to be of use. */
  long need() {
    return whole ? want : 1;
  }

  /** Whether nobody takes what it would get: its caller has cancelled. */
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

  /** Says how to wait until the next look: to be woken, or while time passes. */
  void waits(boolean toBeWoken, long nanos) {
    parks = toBeWoken;
    pauseNanos = nanos;
  }

  /** Does not count a wait whose length is known. Of several waits, the longest is not counted. */
  void waitsLonger(long knownNanos) {
    deadline = Math.max(deadline, usualDeadline + knownNanos);
  }

  /** Gives a call for several ids, of which more may be missing, the time that this has. */
  void pass(LineCall<?> to) {
    to.deadline = Math.max(to.deadline, deadline);
  }

  long pauseNanos(Context context) {
    return Math.max(1, Math.min(pauseNanos, left(context)));
  }

  long left(Context context) {
    return deadline - context.elapsed().nanos();
  }

  /** Waits, in the caller's own thread. */
  void pause(Context context, String subject) {
    long nanos = pauseNanos(context);
    if (parks) {
      context.park(this, nanos, subject);
    } else {
      context.pause(nanos, subject);
    }
  }

  /** Has it look again soon; under the monitor. */
  void wake(Waiters waiters) {
    if (thread != null) {
      LockSupport.unpark(thread);
    } else if (call != null) {
      waiters.ready(call);
    }
  }
}
