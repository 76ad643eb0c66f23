package io.mintmark.internal.line;

/** Keeps what lies after the position off its cache line. */
class RangePadAfter extends RangePosition {
  long a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;

  RangePadAfter(long position) {
    super(position);
  }
}

/**
 * A run of positions on one line that this process has claimed and hands out one by one.
 *
 * <p>Its position and its end only grow until it is retired, and it never changes its line. So a
 * position below the end is owned whenever the two are compared, however long a thread pauses in
 * between.
 */
final class ClaimedRange extends RangePadAfter {

  /** The limit of a range whose every taker has to ask {@link LocalLine} first. */
  static final long PARKED = Long.MIN_VALUE;

  final long worker;

  /** How often its line had given up all that it had claimed when this was claimed. */
  final long givenUpBefore;

  final long numberMask;
  final int workerShift;
  final long workerBits;

  /**
   * Positions below this may be used without asking: never above {@link #end}. Written under the
   * local line's lock.
   */
  volatile long limit = PARKED;

  /** Exclusive end of what may be used; guarded by the local line's lock, as is what follows. */
  long end;

  /** Exclusive end of what was claimed, which retiring does not change. */
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

  /** Adds what directly follows; under the lock. */
  void extend(long newEnd) {
    end = newEnd;
    claimedEnd = newEnd;
  }

  boolean startsAt(long position) {
    return start == position;
  }

  /** How many of its positions callers have taken, or were skipped; under the lock. */
  long passed() {
    return passed(start, position() - start);
  }

  /** How many of some positions belong to this range; under the lock. */
  long passed(long first, long count) {
    return Math.max(0, Math.min(count, claimedEnd - first));
  }

  /** Skips all that nobody has taken, and returns how many that were; under the lock. */
  long skipRest() {
    return raise(claimedEnd);
  }

  /** Where what callers have taken ends, once so many were left; under the lock. */
  long takenEnd(long left) {
    return Math.min(claimedEnd - left, end); // Below 0 if retired.
  }

  /**
   * Ends the range, so that no caller uses a position that it has taken but not checked yet; under
   * the lock.
   */
  void retire() {
    end = PARKED;
    limit = PARKED;
  }

  /** How many of its positions from a floor on are not handed out; under the lock. */
  long leftFrom(long floor) {
    long from = Math.max(position(), floor);
    return end > from ? end - from : 0;
  }

  /** Makes the id of a position on this range's line. */
  long encode(long position) {
    return PositionCode.withWorker(position, numberMask, workerShift, workerBits);
  }
}
