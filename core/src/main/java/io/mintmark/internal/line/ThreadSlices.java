package io.mintmark.internal.line;

import io.mintmark.internal.line.Positions.Encoder;
import io.mintmark.internal.line.Requests.PositionRun;

/**
 * Keeps a slice for each thread. A slice contains consecutive positions, or their ids, which the
 * thread took from a {@link LocalLine} at once. The thread uses them for its later calls without an
 * atomic step.
 *
 * <p><b>Why no position is handed out twice.</b> The line gives the positions of a slice to one
 * caller, in the same way as the positions of a batch. The slice is reachable only through a {@link
 * ThreadLocal}, so only the thread that took it reads or writes it. Its next position only grows. A
 * new slice replaces the old slice. A call may run within another call of the same thread, for
 * example in an observer. If both calls take a slice, the slice of the inner call is replaced, and
 * its remaining positions are not used. No position is ever put back.
 *
 * <p><b>When a slice ends.</b> A line has a stamp, and ends all its slices by changing the stamp. A
 * thread first takes an id and then compares the stamp of its slice with the stamp of the line. So
 * if a snapshot is taken, or the generator is closed, between these two steps, no copy of the
 * process uses the id. The stamp of a new slice is read before its positions are taken. So if the
 * line changes the stamp while a thread takes a slice, the slice has the old stamp, and ends after
 * its first id.
 *
 * <p><b>Size.</b> The size of a slice is a quarter of the number of positions that the thread has
 * used with the present stamp or with the previous stamp, whichever is more. So the unused rest of
 * a slice, which becomes a gap, is at most a fifth of the positions that the thread took. A slice
 * has at most a sixteenth of the positions of a tick (the unit of time in an id), so few slices
 * reach the end of a tick.
 *
 * <p><b>No leak.</b> A slice is an array of numbers. So if a thread of an application server still
 * has the slice of a generator that is no longer used, it keeps neither the generator nor its class
 * in memory. The array is longer than two cache lines, and its used elements are in the middle, so
 * that two threads never write to one cache line.
 */
final class ThreadSlices extends ThreadLocal<long[]> {

  /** The largest number of positions that a thread takes at once. */
  static final int MOST = 256;

  /** The number of largest slices in a tick. */
  private static final int SLICES_A_TICK = 16;

  private static final int SHARE = 4;

  // The elements of a slice that are used.
  static final int NEXT = 8;
  static final int END = 9;
  static final int USED = 12;
  private static final int STAMP = 10;
  private static final int WORKER = 11;
  static final int USED_BEFORE = 13;
  private static final int LENGTH = 24;

  /** The largest number of positions that a thread takes at once on this line. */
  final long most;

  /**
   * The stamp of current slices. A slice with a different stamp has ended. Written with the line's
   * lock held.
   */
  private volatile long stamp;

  /** The first position of the tick in which the current slices are. Guarded by the line's lock. */
  private long sliceFloor;

  private ThreadSlices(long most) {
    this.most = Math.min(MOST, most);
  }

  /**
   * Creates slices. The pace limits their size, with two exceptions: positions carry no time, or a
   * tick is no longer than two turns of the clock's thread. In the second case, a thread takes
   * several slices in each turn anyway.
   */
  static ThreadSlices of(TickRules rules, Pace pace) {
    long most = rules.capacity() / SLICES_A_TICK;
    return new ThreadSlices(rules.tickMs(0) > 1 ? Math.min(most, pace.fastTurn()) : most);
  }

  @Override
  protected long[] initialValue() {
    return new long[LENGTH];
  }

  /** Ends all slices. Called with the line's lock held. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // Under the lock.
  void endAll() {
    stamp++;
  }

  /**
   * Ends the slices of earlier ticks, so that the next ids of all threads are in the current tick.
   * Called with the line's lock held.
   *
   * @param floor the first position of the current tick
   */
  void endBefore(long floor) {
    if (floor != sliceFloor) {
      sliceFloor = floor;
      endAll();
    }
  }

  /**
   * Returns the next id of the current thread.
   *
   * @param line the line of these slices
   */
  long next(LocalLine line) {
    return next(line, get());
  }

  /** Makes an id of any type from the next position of the current thread. */
  <T> T next(LocalLine line, long argument, Encoder<T> encoder) {
    long[] slice = get();
    long position = next(line, slice);
    T id = encoder.encode(slice[WORKER], position, argument);
    return id != null ? id : line.nextAfterUnused(argument, encoder);
  }

  private long next(LocalLine line, long[] slice) {
    long id = slice[NEXT]++;
    return id < slice[END] && slice[STAMP] == stamp ? id : renew(line, slice);
  }

  /**
   * Takes a slice for a thread whose slice is used up or has ended, and returns its first id. The
   * ids of a slice are consecutive, so it ends with its tick at the latest. Positions beyond the
   * tick are burned. This is one long method for the same reason as {@link LocalLine#settle}.
   */
  private long renew(LocalLine line, long[] slice) {
    long left = empty(slice, true);
    if (left > 0) {
      synchronized (line.lock) {
        line.ranges.burn(left);
      }
    }
    long current = stamp; // Read before the positions are taken.
    if (slice[STAMP] != current) {
      slice[STAMP] = current;
      slice[USED_BEFORE] = slice[USED];
      slice[USED] = 0;
    }
    long used = Math.max(slice[USED], slice[USED_BEFORE]);
    long size = Math.max(1, Math.min(most, used / SHARE));
    ClaimedRange r = line.open;
    long limit = r.limit;
    long position = r.position();
    long room = position < limit ? limit - position : 0;
    long count = size <= room ? size : 1;
    long start = r.take(count);
    limit = r.limit;
    if (start >= limit || limit - start < count) {
      PositionRun run = line.settleTaken(r, start, count);
      r = run.range;
      start = run.start;
      count = run.count;
    }
    long following = line.code.following(start);
    if (following < count) {
      synchronized (line.lock) {
        line.ranges.burn(r, start + following, count - following);
      }
      count = following;
    }
    long id = r.encode(start);
    slice[WORKER] = r.worker;
    slice[NEXT] = id + 1;
    slice[END] = id + count;
    slice[USED] += count;
    return id;
  }

  /**
   * Empties the slice.
   *
   * @param slice the slice of the current thread
   * @param tookOneMore whether the last position that was taken from the slice will not be used
   * @return the number of unused positions
   */
  static long empty(long[] slice, boolean tookOneMore) {
    long next = tookOneMore ? slice[NEXT] - 1 : slice[NEXT];
    long left = Math.max(0, slice[END] - next);
    slice[NEXT] = 0;
    slice[END] = 0;
    slice[USED] -= left;
    return left;
  }
}
