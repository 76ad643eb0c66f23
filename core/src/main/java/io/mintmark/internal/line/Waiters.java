package io.mintmark.internal.line;

import io.mintmark.internal.line.LineCall.CallStage;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Callers that wait for positions to be claimed, in the order of arrival, and calls without a
 * thread that are ready to continue. Guarded by the local line's lock.
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

  private final Set<Waiter> queue = new LinkedHashSet<>();
  private final Queue<LineCall<?>> ready = new ArrayDeque<>();
  private long wanted;

  /** How many positions all waiting callers together could use. */
  long wanted() {
    return wanted;
  }

  /** Returns a copy, in the order of arrival, so that callers can be removed on the way. */
  List<Waiter> inOrder() {
    return List.copyOf(queue);
  }

  boolean has(Waiter waiter) {
    return queue.contains(waiter);
  }

  /** Adds a caller at the end, unless it is queued already. */
  void add(Waiter waiter) {
    if (queue.add(waiter)) {
      wanted += waiter.want;
    }
  }

  /** Hands positions to a caller and removes it. */
  void hand(Waiter waiter, PositionRun run) {
    waiter.handed = run;
    remove(waiter);
    waiter.wake(this);
  }

  /** Removes a caller, if it is queued. */
  void remove(Waiter waiter) {
    if (queue.remove(waiter)) {
      wanted -= waiter.want;
    }
  }

  /** Makes all of them check again. */
  void wake() {
    queue.forEach(waiter -> waiter.wake(this));
  }

  /** Marks a call as ready to continue, unless a thread works on it already. */
  void ready(LineCall<?> call) {
    if (call.stage == CallStage.WAITS) {
      ready.add(call);
      call.stage = CallStage.READY;
    }
  }

  /** Takes the next ready call. It then belongs to the current thread. */
  @Nullable
  LineCall<?> takeReady() {
    LineCall<?> call = ready.poll();
    if (call != null) {
      call.stage = CallStage.RUNS;
    }
    return call;
  }
}
