package io.mintmark.internal.line;

/**
 * Slices: positions that a thread took from a line at once, or their ids. The thread hands them out
 * without an atomic step.
 *
 * <p><b>Why no position is handed out twice.</b> A slice is a run of positions. The line gives it
 * to one caller, in the same way as a batch. It is reachable only through a {@link ThreadLocal}, so
 * only the thread that took it ever reads or writes it. Its next position only grows. A new slice
 * replaces it and is never added to it. A call may run in the middle of another call of the same
 * thread, for example in an observer. The slice of the inner call is then forgotten, together with
 * its remaining positions. No position is ever put back.
 *
 * <p><b>When a slice ends.</b> A line has a stamp, and ends all its slices by changing the stamp. A
 * thread first takes an id and then compares the stamps, as it does with a limit. So an id whose
 * stamp was not compared when a snapshot was taken, or when the generator was closed, is not used
 * by any copy. The stamp of a new slice is read before its positions are taken. So if the line
 * changes the stamp while a thread takes a slice, the slice has the old stamp, and ends with its
 * first id.
 *
 * <p><b>Size.</b> A slice has a quarter of the positions that its thread used under this stamp or
 * the one before. So the rest at its end, a gap, is at most a fifth of the positions that the
 * thread took. A slice has at most a sixteenth of a tick's positions, so few slices are cut off at
 * the end of a tick.
 *
 * <p><b>No leak.</b> A slice is an array of numbers. When a generator is gone, a thread of an
 * application server that still has its slice holds neither the generator nor its class. The array
 * is longer than two cache lines, and its used elements are in the middle. So no two threads write
 * to one cache line.
 */
public final class ThreadSlices extends ThreadLocal<long[]> {

  /** The most positions that a thread takes at once. */
  public static final int MOST = 256;

  /** A tick has this many times the positions of the largest slice. */
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
   * Makes slices of a line.
   *
   * @param capacity how many positions a tick has
   * @param pace measures how fast they are used
   */
  public ThreadSlices(long capacity, Pace pace) {
    this(Math.min(capacity / SLICES_A_TICK, pace.fastTurn()));
  }

  private ThreadSlices(long most) {
    this.most = Math.min(MOST, most);
  }

  /**
   * Makes slices of a line in time. If a tick is no longer than two turns of the clock's thread, a
   * thread takes several slices in each turn anyway, so the pace does not limit their size.
   */
  static ThreadSlices of(TickRules rules, Pace pace) {
    return rules.tickMs(0) > 1
        ? new ThreadSlices(rules.capacity(), pace)
        : new ThreadSlices(rules.capacity() / SLICES_A_TICK);
  }

  /** Makes slices of a line without time. */
  static ThreadSlices withoutTime() {
    return new ThreadSlices(MOST);
  }

  @Override
  protected long[] initialValue() {
    return new long[LENGTH];
  }

  /**
   * Returns the slice of the current thread.
   *
   * @return always the same array; it may have no positions left
   */
  public long[] ofThread() {
    return get();
  }

  /**
   * Takes the next id. The id may be used if the slice {@link #has} it.
   *
   * @param slice the current thread's
   * @return an id
   */
  public static long take(long[] slice) {
    long id = slice[NEXT];
    slice[NEXT] = id + 1;
    return id;
  }

  /**
   * Returns whether an id belongs to a slice that has not ended.
   *
   * @param slice the current thread's
   * @param id an id taken from it
   * @param stamp the line's, read after the id was taken
   * @return whether the id may be used
   */
  public static boolean has(long[] slice, long id, long stamp) {
    return id < slice[END] && slice[STAMP] == stamp;
  }

  /**
   * Returns the worker number of the line that the positions are on.
   *
   * @param slice the current thread's
   * @return the worker number passed to {@link #fill}
   */
  public static long worker(long[] slice) {
    return slice[WORKER];
  }

  /**
   * Empties the slice.
   *
   * @param slice the current thread's
   * @param tookOneMore whether a position was taken from it that will not be used
   * @return how many positions are unused
   */
  public static long empty(long[] slice, boolean tookOneMore) {
    long next = tookOneMore ? slice[NEXT] - 1 : slice[NEXT];
    long left = Math.max(0, slice[END] - next);
    slice[NEXT] = 0;
    slice[END] = 0;
    slice[USED] -= left;
    return left;
  }

  /**
   * Returns how many positions to take at once, for a slice without positions.
   *
   * @param slice the current thread's
   * @param stamp the line's, read before they are taken
   * @return 1 or more
   */
  public long size(long[] slice, long stamp) {
    if (slice[STAMP] != stamp) {
      slice[STAMP] = stamp;
      slice[USED_BEFORE] = slice[USED];
      slice[USED] = 0;
    }
    return Math.max(1, Math.min(most, Math.max(slice[USED], slice[USED_BEFORE]) / SHARE));
  }

  /**
   * Fills the slice with positions, the first of which is already used.
   *
   * @param slice the current thread's
   * @param worker the worker number of their line
   * @param start the first
   * @param count how many, 1 or more
   */
  public static void fill(long[] slice, long worker, long start, long count) {
    slice[WORKER] = worker;
    slice[NEXT] = start + 1;
    slice[END] = start + count;
    slice[USED] += count;
  }
}
