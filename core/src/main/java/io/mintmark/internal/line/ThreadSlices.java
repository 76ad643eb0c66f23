package io.mintmark.internal.line;

import io.mintmark.internal.line.LocalLine.Encoder;
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

  private static final int NEXT = 8;
  private static final int END = 9;
  private static final int STAMP = 10;
  private static final int WORKER = 11;
  private static final int USED = 12;
  private static final int USED_BEFORE = 13;
  private static final int LENGTH = 24;

  private final long most;

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
    return next(line, ofThread());
  }

  /** Makes an id of any type from the next position of the current thread. */
  <T> T next(LocalLine line, long argument, Encoder<T> encoder) {
    long[] slice = ofThread();
    long position = next(line, slice);
    T id = encoder.encode(worker(slice), position, argument);
    return id != null ? id : line.nextAfterUnused(argument, encoder);
  }

  private long next(LocalLine line, long[] slice) {
    long id = take(slice);
    return has(slice, id, stamp) ? id : renew(line, slice);
  }

  /**
   * Ends the slice of the current thread, so that the ids of its next calls are greater than all
   * ids that are made now.
   */
  void end(LocalLine line) {
    line.burn(empty(ofThread(), false));
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
    long size = size(slice, stamp);
    ClaimedRange r = line.open;
    long limit = r.limit;
    long position = r.position();
    long room = position < limit ? limit - position : 0;
    long count = size <= room ? size : 1;
    long start = r.take(count);
    limit = r.limit;
    if (start >= limit || limit - start < count) {
      long deadline =
          line.context.elapsed().nanos() + line.context.claimTimeout().toNanos();
      Request request = new Request(false, deadline);
      request.begin(count, new PositionRun(r, start, count));
      PositionRun run = line.settle(request);
      r = run.range;
      start = run.start;
      count = run.count;
    }
    long following = line.code.following(start);
    if (following < count) {
      long end = start + following;
      PositionRun beyond = new PositionRun(r, end, count - following);
      synchronized (line.lock) {
        line.ranges.burn(beyond);
      }
      count = following;
    }
    long id = r.encode(start);
    fill(slice, r.worker, id, count);
    return id;
  }

  /**
   * Returns the slice of the current thread.
   *
   * @return the array, which is always the same for a thread; it may contain no positions
   */
  long[] ofThread() {
    return get();
  }

  /**
   * Takes the next id. The caller may use the id only if {@link #has} returns true.
   *
   * @param slice the slice of the current thread
   * @return an id
   */
  static long take(long[] slice) {
    long id = slice[NEXT];
    slice[NEXT] = id + 1;
    return id;
  }

  /**
   * Returns whether an id belongs to a slice that has not ended.
   *
   * @param slice the slice of the current thread
   * @param id an id that was taken from the slice
   * @param stamp the stamp of the line, which must be read after the id was taken
   * @return whether the id may be used
   */
  static boolean has(long[] slice, long id, long stamp) {
    return id < slice[END] && slice[STAMP] == stamp;
  }

  /**
   * Returns the worker number of the line on which the slice's positions are.
   *
   * @param slice the slice of the current thread
   * @return the worker number passed to {@link #fill}
   */
  static long worker(long[] slice) {
    return slice[WORKER];
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

  /**
   * Returns how many positions to take for the next slice. The present slice must be empty.
   *
   * @param slice the slice of the current thread
   * @param stamp the stamp of the line, which must be read before the positions are taken
   * @return the number of positions, 1 or more
   */
  long size(long[] slice, long stamp) {
    if (slice[STAMP] != stamp) {
      slice[STAMP] = stamp;
      slice[USED_BEFORE] = slice[USED];
      slice[USED] = 0;
    }
    return Math.max(1, Math.min(most, Math.max(slice[USED], slice[USED_BEFORE]) / SHARE));
  }

  /**
   * Fills the slice with positions. The first of them is already used.
   *
   * @param slice the slice of the current thread
   * @param worker the worker number of the positions' line
   * @param start the first position
   * @param count the number of positions, 1 or more
   */
  static void fill(long[] slice, long worker, long start, long count) {
    slice[WORKER] = worker;
    slice[NEXT] = start + 1;
    slice[END] = start + count;
    slice[USED] += count;
  }
}
