package io.mintmark.internal.line;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import java.util.Optional;

/**
 * Takes parts of ticks that are too long for a window, so that processes share a number's line.
 * Each part starts at the end of the parts that others took, and none reaches into the next tick.
 * Parts are never extended.
 *
 * @param lines the numbers' lines
 * @param rules how time becomes positions
 * @param size how much of a tick to take
 */
record SharedTicks(WorkerStore lines, TickRules rules, SegmentSize size) implements WindowClaims {

  /** How many races a call may lose against other processes. */
  private static final int MAX_LOST_RACES = 1_000;

  @Override
  public Optional<Claimed> extend(ClaimRequest request) {
    return Optional.empty();
  }

  /**
   * Takes a part of the current tick. A process that loses the race for a part tries the next part:
   * the tick is full only when the line's position shows it.
   */
  @Override
  public Optional<Claimed> tryTake(long worker, long seen, ClaimRequest request) {
    long unused = Math.max(0, request.held().end() - request.held().position());
    long wanted = size.next(unused);
    long tickEnd = (request.floor() / rules.capacity() + 1) * rules.capacity();
    long next = seen;
    for (int lost = 0; lost < MAX_LOST_RACES; lost++) {
      long start = Math.max(Math.max(next, request.floor()), lines.end(worker));
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
