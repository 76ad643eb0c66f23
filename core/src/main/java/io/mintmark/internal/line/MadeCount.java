package io.mintmark.internal.line;

import io.mintmark.internal.line.Requests.PositionRun;

/**
 * Computes how many ids a {@link LocalLine} has made from the positions of its ranges, so that
 * making an id needs no counter. Each position that a range has passed became an id, unless the
 * position was skipped, or a caller took it and could not use it. These exceptions are counted
 * here. Guarded by the line's lock.
 */
final class MadeCount {

  /** How many positions were passed in the ranges before the current range. */
  private long passedBefore;

  /** How many passed positions, of all ranges, did not become an id. */
  private long unused;

  /** Skips the positions of a range that are below {@code floor}. */
  void skip(ClaimedRange range, long floor) {
    unused += range.raise(floor);
  }

  /**
   * Ends a range, from which no position is taken any more.
   *
   * @return the end of the positions that callers have taken. It is exact, because no position can
   *     be taken between reading it and ending the range
   */
  long leave(ClaimedRange range) {
    long left = range.skipRest();
    unused += left;
    passedBefore += range.passed();
    return range.takenEnd(left);
  }

  /** Counts positions that a caller took and did not use. */
  void burn(PositionRun run) {
    unused += run.range.passed(run.start, run.count);
  }

  /** Counts ids that were made and are discarded. */
  void burn(long ids) {
    unused += ids;
  }

  /** Returns how many ids were made from the present range and all ranges before it. */
  long total(ClaimedRange present) {
    return passedBefore + present.passed() - unused;
  }
}
