package io.mintmark.internal.line;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The waiting requests of a {@link LocalLine}. The queue contains the requests that wait for a
 * claim, in the order of arrival. The calls that return a future and wait, for any reason, are
 * parked; when they can continue, they are in a list of ready calls. Guarded by the local line's
 * lock.
 */
final class Requests {

  /** A run: consecutive positions of a range that belong to one caller. */
  record PositionRun(ClaimedRange range, long start, long count) {

    /** Returns how many positions of the run are below a limit. */
    long usable(long limit) {
      return limit > start ? Math.min(count, limit - start) : 0;
    }
  }

  /** The empty run, which is returned for a call that continues later. */
  static final PositionRun LATER =
      new PositionRun(new ClaimedRange(PositionCode.PLAIN, 0, 0, 0, 0), 0, 0);

  private final Set<Request> queue = new LinkedHashSet<>();
  private final Set<LineCall<?>> parked = new LinkedHashSet<>();
  private @Nullable LineCall<?> firstReady;
  private @Nullable LineCall<?> lastReady;
  private long wanted;

  /** Returns how many positions all queued requests together could use. */
  long wanted() {
    return wanted;
  }

  /** Returns the queued requests in their order. They may be removed during the iteration. */
  List<Request> queued() {
    return List.copyOf(queue);
  }

  /** Adds a request at the end of the queue, unless it is already queued. */
  void add(Request request) {
    if (queue.add(request)) {
      request.queued = true;
      wanted += request.want;
    }
  }

  /** Hands positions to a request, and removes the request from the queue. */
  void hand(Request request, PositionRun run) {
    request.handed = run;
    remove(request);
    request.wake(this);
  }

  /** Removes a request from the queue, if it is queued. */
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

  /**
   * Parks a call until {@link #ready} or {@link #readyUntil} makes it ready. No thread works on a
   * parked call.
   */
  void park(LineCall<?> call) {
    parked.add(call);
  }

  /**
   * Moves a parked call to the ready calls. Does nothing if a thread already works on the call.
   * Allocates no memory, so no call is lost if memory is exhausted.
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
   * Moves the parked calls that must check again at the given time or earlier to the ready calls.
   *
   * @param nanos the elapsed time
   * @return the time until the next parked call must check again; empty if no call is parked any
   *     more
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

  /**
   * Takes the next ready call, on which only the current thread works from now on; null if no call
   * is ready.
   */
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
