package io.mintmark.internal.line;

import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Claims windows (spans of time on a worker number) on an engine that keeps all acknowledged
 * writes, see {@link WorkerLines}. A worker number is idle if no position with a time after now has
 * been claimed on its line.
 *
 * @param lines the lines of the worker numbers
 * @param rules map time to positions
 * @param windowTicks the number of ticks from now to the end of a window; 0 to claim only the
 *     positions that a call needs
 */
record PlainWindows(WorkerStore lines, TickRules rules, long windowTicks) implements WindowClaims {

  @Override
  public Optional<Claimed> extend(ClaimRequest request) {
    long worker = request.held().worker();
    long owned = request.held().end();
    long count = lines.countFrom(owned, request.floor(), windowTicks, request);
    OptionalLong claimed = lines.renew(worker, owned, request.floor(), count);
    if (claimed.isEmpty()) {
      return Optional.empty();
    }
    long start = claimed.getAsLong();
    LineEnds.check(lines.name(worker), start, owned);
    lines.remember(worker, start + count);
    return start == owned ? Optional.of(claimed(worker, start, start + count)) : Optional.empty();
  }

  @Override
  public Optional<Claimed> tryTake(long worker, long seen, ClaimRequest request) {
    if (seen > request.floor()) {
      return Optional.empty();
    }
    long start = request.floorOn(worker);
    long end = start + lines.countFrom(start, start, windowTicks, request);
    return lines.tryMove(worker, seen, seen, end, request)
        ? Optional.of(claimed(worker, start, end))
        : Optional.empty();
  }

  private Claimed claimed(long worker, long start, long end) {
    long half = windowTicks * rules.capacity() / 2;
    return new Claimed(worker, start, end, half == 0 ? -1 : half);
  }
}
