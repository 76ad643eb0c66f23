package io.mintmark.internal.line;

import io.mintmark.internal.line.Requests.PositionRun;

/**
 * Counts the ids that a local line has made, from its ranges' positions. So making an id costs
 * nothing extra. Each position that a range has passed became an id, except skipped positions and
 * positions that a caller took and could not use. Both are counted here. Guarded by the line's
 * lock.
 */
final class MadeCount {

  /** Positions passed by the ranges before the current one. */
  private long passedBefore;

  /** Positions of all ranges that became no id. */
  private long unused;

  /** Skips a range's positions below a floor. */
  void skip(ClaimedRange range, long floor) {
    unused += range.raise(floor);
  }

  /**
   * Ends a range. No position is taken from it any more.
   *
   * @return the end of the positions that callers have taken; no position is taken between reading
   *     it and ending the range
   */
  long leave(ClaimedRange range) {
    long left = range.skipRest();
    unused += left;
    passedBefore += range.passed();
    return range.takenEnd(left);
  }

  /** Counts positions that a caller took and does not use. */
  void burn(PositionRun run) {
    burn(run.range().passed(run.start(), run.count()));
  }

  /** Counts ids that were made and are discarded. */
  void burn(long ids) {
    unused += ids;
  }

  /** How many ids were made from the current range and all ranges before it. */
  long total(ClaimedRange present) {
    return passedBefore + present.passed() - unused;
  }
}
