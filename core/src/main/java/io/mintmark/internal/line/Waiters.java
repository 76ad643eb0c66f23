package io.mintmark.internal.line;

import io.mintmark.internal.line.LineCall.CallStage;
import org.jspecify.annotations.Nullable;

/**
 * Callers that wait for positions to be claimed, in the order of arrival, and calls without a
 * thread that are ready to continue. Guarded by the local line's lock. Joining or leaving a list,
 * and handing out positions, allocates no memory.
 */
final class Waiters {

  /** Positions of a range that belong to one caller. */
  record PositionRun(ClaimedRange range, long start, long count) {

    /** How many of them are below a limit. */
    long usable(long limit) {
      return limit > start ? Math.min(count, limit - start) : 0;
    }
  }

  /** Returned to a call that continues later: no positions. */
  static final PositionRun LATER =
      new PositionRun(new ClaimedRange(PositionCode.PLAIN, 0, 0, 0, 0), 0, 0);

  private @Nullable Waiter first;
  private @Nullable Waiter last;
  private long wanted;
  private @Nullable LineCall<?> firstReady;
  private @Nullable LineCall<?> lastReady;

  /** How many positions all waiting callers together could use. */
  long wanted() {
    return wanted;
  }

  @Nullable
  Waiter first() {
    return first;
  }

  /** Adds a caller at the end, unless it is queued already. */
  void add(Waiter waiter) {
    if (waiter.queued) {
      return;
    }
    waiter.queued = true;
    waiter.before = last;
    if (last == null) {
      first = waiter;
    } else {
      last.after = waiter;
    }
    last = waiter;
    wanted += waiter.want;
  }

  /** Hands positions to a caller and removes it. */
  void hand(Waiter waiter, PositionRun run) {
    waiter.handed = run;
    remove(waiter);
    waiter.wake(this);
  }

  /** Removes a caller, if it is queued. */
  void remove(Waiter waiter) {
    if (!waiter.queued) {
      return;
    }
    waiter.queued = false;
    Waiter before = waiter.before;
    Waiter after = waiter.after;
    if (before == null) {
      first = after;
    } else {
      before.after = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.before = before;
    }
    waiter.before = null;
    waiter.after = null;
    wanted -= waiter.want;
  }

  /** Makes all of them check again. */
  void wake() {
    for (Waiter one = first; one != null; one = one.after) {
      one.wake(this);
    }
  }

  /** Marks a call as ready to continue, unless a thread works on it already. */
  void ready(LineCall<?> call) {
    if (call.stage != CallStage.WAITS) {
      return;
    }
    call.stage = CallStage.READY;
    if (lastReady == null) {
      firstReady = call;
    } else {
      lastReady.nextReady = call;
    }
    lastReady = call;
  }

  /** Takes the next ready call. It then belongs to the current thread. */
  @Nullable
  LineCall<?> takeReady() {
    LineCall<?> call = firstReady;
    if (call != null) {
      firstReady = call.nextReady;
      lastReady = firstReady == null ? null : lastReady;
      call.nextReady = null;
      call.stage = CallStage.RUNS;
    }
    return call;
  }
}
