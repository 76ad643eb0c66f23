package io.mintmark.internal.line;

/**
 * Slices: positions that a thread took of a line at once, or the ids that they make, which it hands
 * out without an atomic step.
 *
 * <p><b>Why no position is handed out twice.</b> A slice is a run that the line gave to one caller,
 * as it gives a batch. It is reached through a {@link ThreadLocal} alone, so only the thread that
 * took it ever reads or writes it; its next position only grows, and a new slice is put in its
 * place, never added to it. Where a call comes in the middle of another one of the same thread, as
 * an observer's may, the inner slice is forgotten with what it has left. Nothing is ever put back.
 *
 * <p><b>When a slice ends.</b> Its line has a stamp, and ends all slices by another one. A thread
 * takes an id first and compares the stamps after that, as it does with a limit: so an id that it
 * had not compared when a snapshot was taken, or when the generator was closed, is not used by any
 * copy. The stamp of a new slice is read before its positions are taken; so one that is
 * taken while slices end has an old stamp, and ends with its first id.
 *
 * <p><b>How large.</b> A quarter of what its thread used under this stamp or the one before: what
 * is left at its end, a gap, is at most a fifth of what the thread took. Nor is it more than a
 * sixteenth of a tick, so that few reach over the end of one, which cuts them off.
 *
 * <p><b>No leak.</b> A slice is an array of numbers: what a thread of an application server keeps
 * of a generator that is gone holds neither the generator nor its class. It fills more than two
 * cache lines, with what is used in the middle, so that no two threads write to one.
 */
public final class ThreadSlices extends ThreadLocal<long[]> {

  /** The most that a thread takes at once. */
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
   * @param pace notices how fast they are used
   */
  public ThreadSlices(long capacity, Pace pace) {
    this(Math.min(capacity / SLICES_A_TICK, pace.fastTurn()));
  }

  private ThreadSlices(long most) {
    this.most = Math.min(MOST, most);
  }

  /**
   * Makes slices of a line in time. Where a tick is no longer than two turns of the clock's thread,
   * a thread takes several slices in each turn, however large they are.
   */
  static ThreadSlices of(TickRules rules, Pace pace) {
    return rules.tickMs(0) > 1
        ? new ThreadSlices(rules.capacity(), pace)
        : new ThreadSlices(rules.capacity() / SLICES_A_TICK);
  }

  /** Slices of a line without time. */
  static ThreadSlices withoutTime() {
    return new ThreadSlices(MOST);
  }

  @Override
  protected long[] initialValue() {
    return new long[LENGTH];
  }

  /**
   * Returns the slice of the present thread.
   *
   * @return always the same; it may have nothing left
   */
  public long[] ofThread() {
    return get();
  }

  /**
   * Takes the next id, which is the thread's if the slice {@link #has} it.
   *
   * @param slice the present thread's
   * @return an id
   */
  public static long take(long[] slice) {
    long id = slice[NEXT];
    slice[NEXT] = id + 1;
    return id;
  }

  /**
   * Tells whether an id is one of a slice that has not ended.
   *
   * @param slice the present thread's
   * @param id was taken of it
   * @param stamp the line's, read after the id was taken
   * @return whether the id may be used
   */
  public static boolean has(long[] slice, long id, long stamp) {
    return id < slice[END] && slice[STAMP] == stamp;
  }

  /**
   * Tells whose line the positions are on.
   *
   * @param slice the present thread's
   * @return the worker number, as {@link #fill} was told
   */
  public static long worker(long[] slice) {
    return slice[WORKER];
  }

  /**
   * Takes away what is left.
   *
   * @param slice the present thread's
   * @param tookOneMore whether a position was taken of it that will not be used
   * @return how many positions nobody uses now
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
   * Says how many positions to take at once, of which the slice has none then.
   *
   * @param slice the present thread's
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
   * Puts positions there, of which the first is used already.
   *
   * @param slice the present thread's
   * @param worker whose line they are on
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
