package io.mintmark.internal.line;

/**
 * Unused fields after the position. They keep the fields of the subclass off the cache line of the
 * position.
 */
class RangePadAfter extends RangePosition {
  long a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;

  RangePadAfter(long position) {
    super(position);
  }
}

/**
 * A range of positions on one line (a named, durable counter in the store). This process has
 * claimed the range and hands out its positions one by one.
 *
 * <p>Until a range is retired, its position and its end only grow, and its line never changes. So
 * if a thread takes a position and later finds that the position is below the end, this process
 * owns the position, even if the thread pauses for long between the two steps.
 */
final class ClaimedRange extends RangePadAfter {

  /**
   * The limit of a range while no caller may use a position without entering {@link
   * LocalLine#settle}.
   */
  static final long PARKED = Long.MIN_VALUE;

  final long worker;

  /**
   * How often the line had dropped all its claimed positions when this range was claimed.
   */
  final long givenUpBefore;

  final long numberMask;
  final int workerShift;
  final long workerBits;

  /**
   * Callers may use positions below this limit without holding the lock. The limit is never above
   * {@link #end}. Written with the local line's lock held.
   */
  volatile long limit = PARKED;

  /**
   * The end, exclusive, of the usable positions. The local line's lock guards this field and the
   * fields below.
   */
  long end;

  /** The end, exclusive, of the claimed positions. Retiring the range does not change it. */
  long claimedEnd;

  final long start;

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

  /** Adds positions that directly follow the end. Called with the lock held. */
  void extend(long newEnd) {
    end = newEnd;
    claimedEnd = newEnd;
  }

  /** Returns how many positions were taken by callers or skipped. Called with the lock held. */
  long passed() {
    return passed(start, position() - start);
  }

  /** Returns how many of the given positions belong to this range. Called with the lock held. */
  long passed(long first, long count) {
    return Math.max(0, Math.min(count, claimedEnd - first));
  }

  /**
   * Ends the range. A caller that has taken a position and not yet compared it with the limit
   * cannot use it any more. Called with the lock held.
   */
  void retire() {
    end = PARKED;
    limit = PARKED;
  }

  /**
   * Returns how many positions, from {@code floor} on, are not handed out. Called with the lock
   * held.
   */
  long leftFrom(long floor) {
    long from = Math.max(position(), floor);
    return end > from ? end - from : 0;
  }

  /** Makes the id of a position on this range's line. */
  long encode(long position) {
    return PositionCode.withWorker(position, numberMask, workerShift, workerBits);
  }
}
