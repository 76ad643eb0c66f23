package io.mintmark.internal.line;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import java.util.Optional;

/**
 * Claims parts of ticks. A tick is the unit of time in an id. This class is used if a tick, for
 * example a day, is too long for one process to own it, so that processes share the ticks on a
 * worker number's line. Each part starts at the end of the parts that were claimed before, and
 * never reaches into the next tick. Parts are never extended.
 *
 * @param lines the lines of the worker numbers
 * @param rules map time to positions
 * @param size chooses the number of positions in a part
 */
record SharedTicks(WorkerStore lines, TickRules rules, SegmentSize size) implements WindowClaims {

  /** How often a claim may be retried because another process has claimed first. */
  private static final int MAX_LOST_RACES = 1_000;

  @Override
  public Optional<Claimed> extend(ClaimRequest request) {
    return Optional.empty();
  }

  /**
   * Claims a part of the current tick. If another process has claimed this part first, tries the
   * next part, until the line's position shows that the tick is full.
   */
  @Override
  public Optional<Claimed> tryTake(long worker, long seen, ClaimRequest request) {
    long unused = Math.max(0, request.held().end() - request.held().position());
    long wanted = size.next(unused);
    long tickEnd = (request.floor() / rules.capacity() + 1) * rules.capacity();
    long next = seen;
    for (int lost = 0; lost < MAX_LOST_RACES; lost++) {
      long start = rules.usable(Math.max(Math.max(next, request.floor()), lines.end(worker)));
      if (start > tickEnd - request.count()) {
        return Optional.empty();
      }
      long end = start + Math.min(Math.max(wanted, request.wanted()), tickEnd - start);
      if (lines.tryMove(worker, next, next, end, request)) {
        size.claimed(wanted, unused + end - start);
        return Optional.of(new Claimed(worker, start, end, size.renewBelow(wanted)));
      }
      next = lines.position(worker);
    }
    throw new StoreUnavailableException(Message.of(
        "other processes claimed first at every attempt: attempts={}, line={}; no id issued",
        MAX_LOST_RACES,
        lines.name(worker)));
  }
}
