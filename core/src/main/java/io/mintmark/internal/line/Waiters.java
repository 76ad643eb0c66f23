package io.mintmark.internal.line;

import io.mintmark.internal.line.LineCall.CallStage;
import org.jspecify.annotations.Nullable;

/**
 * Callers that wait for positions to be claimed, in the order in which they came; and calls without
 * a thread of their own that have something to look at. Guarded by the local line's monitor.
 * Joining or leaving a list, and handing out positions, allocates no memory.
 */
final class Waiters {

  /** Positions of a range that belong to one caller. */
  record PositionRun(ClaimedRange range, long start, long count) {

    /** How many of them lie below a limit. */
    long usable(long limit) {
      return limit > start ? Math.min(count, limit - start) : 0;
    }
  }

  /** Returned to a call that goes on later: no positions. */
  static final PositionRun LATER =
      new PositionRun(new ClaimedRange(PositionCode.PLAIN, 0, 0, 0, 0), 0, 0);

  private @Nullable Waiter first;
  private @Nullable Waiter last;
  private long wanted;
  private @Nullable LineCall<?> firstReady;
  private @Nullable LineCall<?> lastReady;

  /** How many positions all of them together could use. */
  long wanted() {
    return wanted;
  }

  @Nullable
  Waiter first() {
    return first;
  }

  /** Puts a caller at the end, unless it waits already. */
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

  /** Lets a caller go, with what it needs. */
  void hand(Waiter waiter, PositionRun run) {
    waiter.handed = run;
    remove(waiter);
    waiter.wake(this);
  }

  /** Lets a caller go, if it still waits. */
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

  /** Has all of them look again. */
  void wake() {
    for (Waiter one = first; one != null; one = one.after) {
      one.wake(this);
    }
  }

  /** Notes that a call has something to look at, unless a thread is looking for it already. */
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

  /** Takes the next of these calls: it is the present thread's to look for. */
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
