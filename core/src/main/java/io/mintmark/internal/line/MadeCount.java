package io.mintmark.internal.line;

import io.mintmark.internal.line.Waiters.PositionRun;

/**
 * Counts the ids that a local line has made, from its ranges' positions: making an id costs nothing
 * for it. Of the positions that a range has passed, each became an id, but for those that were
 * skipped and those that a caller took and could not use. All that happens under the line's
 * monitor, which guards this.
 */
final class MadeCount {

  /** Positions of the ranges before the present one. */
  private long passedBefore;

  /** Those of all ranges that became no id. */
  private long unused;

  /** Skips a range's positions below a floor. */
  void skip(ClaimedRange range, long floor) {
    unused += range.raise(floor);
  }

  /**
   * Ends a range: nobody takes anything from it any more.
   *
   * @return where what callers have taken of it ends; none takes more between the look and the end
   */
  long leave(ClaimedRange range) {
    long left = range.skipRest();
    unused += left;
    passedBefore += range.passed();
    return range.takenEnd(left);
  }

  /** Counts out positions that a caller took and does not use. */
  void burn(PositionRun run) {
    burn(run.range().passed(run.start(), run.count()));
  }

  /** Counts out ids that were made and that nobody gets. */
  void burn(long ids) {
    unused += ids;
  }

  /** How many ids were made of the present range and all before it. */
  long total(ClaimedRange present) {
    return passedBefore + present.passed() - unused;
  }
}
