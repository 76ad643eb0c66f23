package io.mintmark.internal.line;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a line that wait for positions to be claimed, in the order of arrival, and the
 * calls without a thread that wait for any reason, or are ready to continue. Guarded by the local
 * line's lock.
 */
final class Requests {

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

  private final Set<Request> queue = new LinkedHashSet<>();
  private final Set<LineCall<?>> parked = new LinkedHashSet<>();
  private @Nullable LineCall<?> firstReady;
  private @Nullable LineCall<?> lastReady;
  private long wanted;

  /** How many positions all queued requests together could use. */
  long wanted() {
    return wanted;
  }

  /** Returns the queued requests in their order. They may be removed during the iteration. */
  List<Request> queued() {
    return List.copyOf(queue);
  }

  /** Adds a request at the end, unless it is queued already. */
  void add(Request request) {
    if (queue.add(request)) {
      request.queued = true;
      wanted += request.want;
    }
  }

  /** Hands positions to a request and removes it. */
  void hand(Request request, PositionRun run) {
    request.handed = run;
    remove(request);
    request.wake(this);
  }

  /** Removes a request, if it is queued. */
  void remove(Request request) {
    if (request.queued && queue.remove(request)) {
      request.queued = false;
      wanted -= request.want;
    }
  }

  /** Makes all queued requests check again. */
  void wake() {
    for (Request request : queue) {
      request.wake(this);
    }
  }

  /** Parks a call until {@link #ready} or {@link #readyUntil}. No thread works on it then. */
  void park(LineCall<?> call) {
    parked.add(call);
  }

  /**
   * Marks a call as ready to continue, unless a thread works on it already. Allocates no memory, so
   * no call is lost when memory runs out.
   */
  void ready(LineCall<?> call) {
    if (parked.remove(call)) {
      append(call);
    }
  }

  private void append(LineCall<?> call) {
    if (lastReady == null) {
      firstReady = call;
    } else {
      lastReady.nextReady = call;
    }
    lastReady = call;
  }

  /**
   * Marks the calls as ready that must check again at a time, or earlier.
   *
   * @param nanos the elapsed time
   * @return how long until the next of the other calls must check again; empty if there is none
   */
  OptionalLong readyUntil(long nanos) {
    long least = Long.MAX_VALUE;
    for (Iterator<LineCall<?>> each = parked.iterator(); each.hasNext(); ) {
      LineCall<?> call = each.next();
      long left = call.checksAtNanos - nanos;
      if (left <= 0) {
        each.remove();
        append(call);
      } else {
        least = Math.min(least, left);
      }
    }
    return parked.isEmpty() ? OptionalLong.empty() : OptionalLong.of(least);
  }

  /** Takes the next ready call. It then belongs to the current thread. */
  @Nullable
  LineCall<?> takeReady() {
    LineCall<?> call = firstReady;
    if (call != null) {
      firstReady = call.nextReady;
      lastReady = firstReady == null ? null : lastReady;
      call.nextReady = null;
    }
    return call;
  }
}
