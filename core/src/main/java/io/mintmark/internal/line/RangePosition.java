package io.mintmark.internal.line;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Unused fields before the position. They keep other fields off the cache line of the position. */
class RangePadBefore {
  long b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
}

/**
 * Contains the position, the only field that every thread of a generator writes. The position has
 * its cache lines for itself. Otherwise, after each write to the position, the other threads would
 * have to load the fields that they only read (the limit, the encoding) into their caches again.
 */
class RangePosition extends RangePadBefore {

  private static final VarHandle POSITION;

  static {
    try {
      POSITION = MethodHandles.lookup().findVarHandle(RangePosition.class, "position", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile long position;

  RangePosition(long position) {
    this.position = position;
  }

  /** Hands out the next {@code count} positions. Only one caller gets each position. */
  final long take(long count) {
    return (long) POSITION.getAndAdd(this, count);
  }

  /**
   * Skips the positions below {@code floor} that are not handed out yet.
   *
   * @return the number of skipped positions
   */
  final long raise(long floor) {
    for (long seen = position; seen < floor; seen = position) {
      if (POSITION.weakCompareAndSet(this, seen, floor)) {
        return floor - seen;
      }
    }
    return 0;
  }

  /** Returns the lowest position that is not handed out. It may be past the end of the range. */
  final long position() {
    return position;
  }
}
