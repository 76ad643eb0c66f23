package io.mintmark.internal.line;

import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.line.Requests.PositionRun;
import io.mintmark.internal.store.StackRoom;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Claims positions for a {@link LocalLine} when few are left or a request needs more, and hands
 * them to the requests that wait for them. Guarded by the line's lock.
 *
 * <p><b>Claims.</b> At most one background task at a time makes a claim. A claim is made ahead of
 * need when at most {@code renewBelow} positions remain, a number that the source sets. Without a
 * request for an id, no claim is made (see {@link Refill}).
 *
 * <p><b>Waiting requests</b> are served in order. When a claim succeeds, they get its positions
 * with the most recent time at once, even if this time has passed during the claim. Otherwise no
 * caller would ever be served if the claims of a store took longer than the claimed positions last.
 * So the time of an id may be old, but only by the duration of its claim or of its call's wait.
 * Each caller checks again after at most {@value #MAX_WAIT_MS} ms, so that it does not depend on
 * being woken.
 *
 * <p><b>First use.</b> Some stores announce how long a caller must wait before a claim can succeed.
 * Until the first claim of this line succeeds, such a wait extends the deadline of the call. The
 * extension is at most {@link WindowRules#WAIT}, however often the store restarts. Later calls have
 * the usual deadline. Waiting longer does not affect uniqueness, because only the source decides
 * which positions may be claimed, and when.
 */
final class AheadClaims implements Refill.Owner {

  private static final long MAX_WAIT_MS = 100;
  private static final long MOST_KNOWN_WAIT_NANOS = WindowRules.WAIT.toNanos();

  private final LocalLine line;
  private final HeldRanges ranges;
  private final TickClock clock;
  private final Requests requests;
  final Refill refill;

  /** Whether a claim has ever succeeded. Before that, a call may wait longer for the store. */
  private boolean claimedBefore;

  /** Creates an object that has made no claim. */
  AheadClaims(LocalLine line) {
    this.line = line;
    this.ranges = line.ranges;
    this.clock = line.clock;
    this.requests = line.requests;
    this.refill = new Refill(line.name, line.source, line.context, line.lock, requests, this);
  }

  /** Extends the deadline of a request by the wait that the store has announced, on first use. */
  void extendFirst(Request request) {
    if (!claimedBefore) {
      request.waitsLonger(Math.min(refill.knownWaitNanos(), MOST_KNOWN_WAIT_NANOS));
    }
  }

  /**
   * Starts a claim, unless a claim is in flight or must wait for its next attempt.
   *
   * @param want the number of positions that the caller needs
   * @param hop whether to take another worker number, because the clock has stepped back
   */
  void ask(long want, boolean hop) {
    if (refill.mayAsk(want)) {
      long wanted = refill.tooMany > 0 ? want : Math.max(want, requests.wanted);
      refill.ask(ranges.request(want, wanted, hop));
    }
  }

  void renewIfLow() {
    if (ranges.areLow()) {
      ask(1, false);
    }
  }

  /** Queues a request for the next claim, and starts that claim if it may be started now. */
  void askAndWait(Request request) {
    if (ranges.hasNext() && request.whole) {
      // The rest of this range has too few positions. It becomes a gap, because the request needs
      // consecutive positions.
      ranges.skip(ranges.present, ranges.present.end);
      request.waits(false, 1);
      return;
    }
    refuseTooLate(request);
    StackRoom.toReturn(); // The request must also be removed again.
    requests.add(request);
    ask(request.want, false);
    if (ranges.owns(request)) {
      return;
    }
    if (!refill.isClaiming()) {
      refill.refuseFinal(request.want);
    }
    if (refill.isClaiming()) {
      request.waits(true, TimeUnit.MILLISECONDS.toNanos(MAX_WAIT_MS));
    } else {
      request.waits(false, refill.untilRetryNanos());
    }
  }

  /**
   * Refuses a call if the clock would reach its positions only after the call's deadline. Otherwise
   * many waiting callers together would claim positions so far ahead of the clock that no caller
   * could use its positions before its deadline.
   */
  private void refuseTooLate(Request request) {
    if (!line.source.sharesTicks() && !request.queued) {
      long next = Math.max(ranges.present.end, clock.floor()) + requests.wanted;
      clock.refuseTooFar(next, request.left(line.context), line.name);
    }
  }

  @Override
  public void install(ClaimRequest request, Claimed claimed, long askedAtNanos) {
    claimedBefore = true;
    if (request.hop()) {
      line.stopCallers();
      ranges.retire();
    }
    ranges.add(request, claimed);
    if (request.hop()) {
      clock.stepBack(request.wallMs(), askedAtNanos);
      ranges.moveToLast();
    } else {
      clock.claimed(request.wallMs(), askedAtNanos);
    }
    serve();
    line.setLimit();
  }

  /** Hands newly claimed positions to the waiting requests, in their order. */
  private void serve() {
    List<Request> waiting = requests.queued();
    if (waiting.isEmpty()) {
      return;
    }
    if (ranges.hasNext() && ranges.areShort(waiting.get(0))) {
      ranges.moveToLast();
    }
    ClaimedRange r = ranges.present;
    ranges.freshen(clock.passedFloor(), r.end - requests.wanted);
    for (Request request : waiting) {
      if (request.isDone()) {
        requests.remove(request);
        continue;
      }
      long start = clock.startFor(request, r.position());
      long count = request.share(r.end, start);
      // If the clock does not reach the position before the caller's deadline, the caller would
      // only burn it. If every claim is on a different worker's line, each claim starts a tick
      // later than the previous one. Without this check, all claimed positions could be burned.
      if (count > 0 && clock.comesInTime(start, request.left(line.context))) {
        ranges.skip(r, start);
        ranges.burn(request.run.range, request.run.start, request.run.count);
        request.takes(new PositionRun(r, r.take(count), count), true);
        if (ranges.owns(request)) {
          clock.keep(start + count - 1);
          requests.serve(request);
        }
      }
    }
  }

  @Override
  public void distrustClock() {
    clock.distrust();
  }

  /** Drops all claimed positions, which other processes may own too. */
  @Override
  public void abandon() {
    line.stopCallers();
    ranges.abandon();
  }
}
