package io.mintmark.internal.line;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Padding. It keeps the fields before the position out of the cache line of the position. */
class RangePadBefore {
  long b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
}

/**
 * The one field that every thread of a generator writes, alone on its cache lines. The threads only
 * read the other fields (the limit, the encoding), and must not fetch them again after each write.
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

  /** Hands out the next {@code count} positions. Each position is handed out to one caller. */
  final long take(long count) {
    return (long) POSITION.getAndAdd(this, count);
  }

  /**
   * Skips the positions below {@code floor} that are not handed out.
   *
   * @return how many positions were skipped
   */
  final long raise(long floor) {
    for (long seen = position; seen < floor; seen = position) {
      if (POSITION.weakCompareAndSet(this, seen, floor)) {
        return floor - seen;
      }
    }
    return 0;
  }

  /** Returns the lowest position not handed out. It may be past the end of the owned positions. */
  final long position() {
    return position;
  }
}
