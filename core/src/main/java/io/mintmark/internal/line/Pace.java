package io.mintmark.internal.line;

import java.util.function.Predicate;

/**
 * Notices how fast a generator's ids come, and has the clock's thread called for it while that is
 * cheaper. Two turns of that thread, in a millisecond, cost about as much as reading the clock for
 * {@value #FAST_CALLS} ids; so it is left again after {@value #SLOW_TURNS} turns that saw less than
 * half of that rate, or after a quarter as many as were worth it before, so that a short pause
 * between bursts changes nothing.
 *
 * <p>To wake it and leave it again costs as much as some {@code fastCalls * }{@value #WORTH} ids
 * that read the clock. So when fewer came until it was left, it is asked for at twice as many calls
 * in a row as before, up to {@code fastCalls * }{@value #MOST}, where no millisecond of the row saw
 * less than half of the fast rate. It begins early, at {@value #FIRST_CALLS} calls: code that is
 * still interpreted is slow, and what the compiler sees then decides how it arranges the hot path.
 * Guarded by the generator's own lock.
 */
public final class Pace {

  private static final int FIRST_CALLS = 16;
  private static final int FAST_CALLS = 256;
  private static final long WORTH = 3;
  private static final int MOST = 16;
  private static final int SLOW_TURNS = 2;
  private static final int MAX_SLOW_TURNS = 1_000;

  private static final class Turns implements Predicate<ClockListener> {

    private final Context context;

    Turns(Context context) {
      this.context = context;
    }

    @Override
    public boolean test(ClockListener generator) {
      return context.callAtTurns(generator);
    }
  }

  private final Predicate<ClockListener> clock;
  private final int fastCalls;

  /** How many calls in a row are enough to ask. */
  private int enoughCalls;

  private boolean fast;
  private int slowTurns;
  private int worthTurns;
  private long madeFast;
  private long seenPosition;
  private long callsMs;
  private int callsInMs;
  private int callsInRow;

  /**
   * Has seen nothing yet.
   *
   * @param context has the clock's thread, or none
   */
  public Pace(Context context) {
    this(new Turns(context), FIRST_CALLS, FAST_CALLS);
  }

  /**
   * Takes another for the clock's thread, for tests.
   *
   * @param clock is given what wants to be called, and tells whether it will be
   * @param firstCalls how many calls in a row are enough to ask at first
   * @param fastCalls how many calls within a millisecond are fast
   */
  public Pace(Predicate<ClockListener> clock, int firstCalls, int fastCalls) {
    this.clock = clock;
    this.enoughCalls = firstCalls;
    this.fastCalls = fastCalls;
  }

  /**
   * Tells whether the clock's thread calls this generator.
   *
   * @return whether it need not read the clock itself
   */
  public boolean isFast() {
    return fast;
  }

  /**
   * Returns how many ids between two turns of the clock's thread are fast. Whoever hands out ids by
   * slices may not make them larger, as this sees slices only.
   *
   * @return a quarter of what is fast in a millisecond
   */
  public int fastTurn() {
    return fastCalls / 4;
  }

  /**
   * Counts a call for which the clock was read.
   *
   * @param nowMs what it showed
   * @param position as in {@link #turned}
   * @param generator is called by the clock's thread from now on if calls come fast
   */
  public void called(long nowMs, long position, ClockListener generator) {
    if (fast) {
      return;
    }
    if (nowMs != callsMs) {
      callsInRow = nowMs == callsMs + 1 && callsInMs >= fastCalls / 2 ? callsInRow : 0;
      callsInMs = 0;
      callsMs = nowMs;
    }
    callsInMs++;
    callsInRow++;
    if (callsInRow >= enoughCalls) {
      callsInRow = 0;
      slowTurns = 0;
      worthTurns = 0;
      madeFast = 0;
      seenPosition = position;
      fast = clock.test(generator);
    }
  }

  /**
   * Counts a turn of the clock's thread.
   *
   * @param position grows by one with each id; may jump otherwise
   * @return whether any id was made since the last turn
   */
  public boolean turned(long position) {
    long made = position - seenPosition;
    madeFast += made < 0 ? WORTH * fastCalls : made;
    if (made < 0 || made >= fastTurn()) {
      slowTurns = 0;
      worthTurns = Math.min(worthTurns + 1, 4 * MAX_SLOW_TURNS);
    } else {
      slowTurns++;
    }
    if (fast && slowTurns >= Math.max(SLOW_TURNS, worthTurns / 4)) {
      fast = false;
      if (madeFast < WORTH * fastCalls) {
        enoughCalls = Math.min(2 * enoughCalls, MOST * fastCalls);
      }
    }
    seenPosition = position;
    return made != 0;
  }

  /**
   * Takes note of a position that moved without an id.
   *
   * @param position where it is now
   */
  public void moved(long position) {
    seenPosition = position;
  }

  /** Leaves the clock's thread: the turn that says so must be the last. */
  public void slow() {
    fast = false;
  }
}
