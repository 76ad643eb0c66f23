package io.mintmark.internal.line;

/** Padding. It keeps the fields after the position out of the cache line of the position. */
class RangePadAfter extends RangePosition {
  long a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;

  RangePadAfter(long position) {
    super(position);
  }
}

/**
 * A run of positions on one line that this process has claimed and hands out one by one.
 *
 * <p>Its position and its end only grow until it is retired, and its line never changes. So if a
 * thread takes a position and later finds that it is below the end, this process owns the position,
 * however long the thread pauses in between.
 */
final class ClaimedRange extends RangePadAfter {

  /** The limit of a range when every caller must go through {@link LocalLine} first. */
  static final long PARKED = Long.MIN_VALUE;

  final long worker;

  /** How often the line had discarded all its claimed positions when this range was claimed. */
  final long givenUpBefore;

  final long numberMask;
  final int workerShift;
  final long workerBits;

  /**
   * Callers may use positions below this limit without entering the lock. Never above {@link #end}.
   * Written under the local line's lock.
   */
  volatile long limit = PARKED;

  /**
   * Exclusive end of the usable positions. Guarded by the local line's lock, like the fields below.
   */
  long end;

  /** Exclusive end of the claimed positions, which retiring does not change. */
  private long claimedEnd;

  private final long start;

  ClaimedRange(PositionCode code, long worker, long start, long end, long givenUpBefore) {
    super(start);
    this.worker = worker;
    this.givenUpBefore = givenUpBefore;
    this.numberMask = code.numberMask();
    this.workerShift = code.workerShift();
    this.workerBits = code.workerBits(worker);
    this.start = start;
    extend(end);
  }

  /** Adds positions that directly follow the end. Called under the lock. */
  void extend(long newEnd) {
    end = newEnd;
    claimedEnd = newEnd;
  }

  boolean startsAt(long position) {
    return start == position;
  }

  /** How many positions were taken by callers or skipped. Called under the lock. */
  long passed() {
    return passed(start, position() - start);
  }

  /** How many of the given positions belong to this range. Called under the lock. */
  long passed(long first, long count) {
    return Math.max(0, Math.min(count, claimedEnd - first));
  }

  /** Skips all positions not taken, and returns their count. Called under the lock. */
  long skipRest() {
    return raise(claimedEnd);
  }

  /**
   * The end of the positions that callers have taken, given that the last {@code left} positions of
   * the range were skipped. Called under the lock.
   */
  long takenEnd(long left) {
    return Math.min(claimedEnd - left, end); // Below 0 if retired.
  }

  /**
   * Ends the range, so that no caller uses a position that it has taken but not checked yet. Called
   * under the lock.
   */
  void retire() {
    end = PARKED;
    limit = PARKED;
  }

  /** How many positions at or above a floor are not handed out. Called under the lock. */
  long leftFrom(long floor) {
    long from = Math.max(position(), floor);
    return end > from ? end - from : 0;
  }

  /** Makes the id of a position on this range's line. */
  long encode(long position) {
    return PositionCode.withWorker(position, numberMask, workerShift, workerBits);
  }
}
