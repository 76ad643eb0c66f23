package io.mintmark.internal.line;

import java.util.function.Predicate;

/**
 * Measures how fast a generator makes ids, and registers it with the clock's thread while that is
 * cheaper than reading the clock for each id. Two turns of that thread, in a millisecond, cost
 * about as much as reading the clock for {@value #FAST_CALLS} ids. A turn is slow if it has less
 * than half of that rate. The generator leaves the thread after {@value #SLOW_TURNS} consecutive
 * slow turns. If it was fast for a long time before, it leaves only when the slow turns are a
 * quarter of the fast turns, so that a short pause between bursts changes nothing.
 *
 * <p>Joining and leaving the thread costs about as much as making {@code fastCalls * }{@value
 * #WORTH} ids that read the clock. If fewer ids were made before the generator left, it joins again
 * only after twice as many calls in a row as before, up to {@code fastCalls * }{@value #MOST}. A
 * row ends with a millisecond that has less than half of the fast rate. The first row is short,
 * with {@value #FIRST_CALLS} calls: interpreted code is slow, and the JVM's compiler arranges the
 * hot path by the first calls that it observes. Guarded by the generator's own lock.
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

  /** How many calls in a row it takes to join the clock's thread. */
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
   * Starts without any call.
   *
   * @param context provides the clock's thread, if there is one
   */
  public Pace(Context context) {
    this(new Turns(context), FIRST_CALLS, FAST_CALLS);
  }

  /**
   * Uses another clock's thread, for tests.
   *
   * @param clock registers a listener, and returns whether the listener will be called
   * @param firstCalls how many calls in a row it takes to join at first
   * @param fastCalls how many calls within a millisecond are fast
   */
  public Pace(Predicate<ClockListener> clock, int firstCalls, int fastCalls) {
    this.clock = clock;
    this.enoughCalls = firstCalls;
    this.fastCalls = fastCalls;
  }

  /**
   * Returns whether the clock's thread calls this generator.
   *
   * @return whether the generator need not read the clock itself
   */
  public boolean isFast() {
    return fast;
  }

  /**
   * Returns how many ids between two turns of the clock's thread are fast. Slices must not be
   * larger, because a generator that hands out slices counts only slices here.
   *
   * @return a quarter of the calls that are fast in a millisecond
   */
  public int fastTurn() {
    return fastCalls / 4;
  }

  /**
   * Counts a call that read the clock.
   *
   * @param nowMs the clock's reading
   * @param position as in {@link #turned}
   * @param generator the listener that joins the clock's thread if calls are fast
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
   * Records a position that moved without an id.
   *
   * @param position the new position
   */
  public void moved(long position) {
    seenPosition = position;
  }

  /** Leaves the clock's thread. The turn that calls this must be the last. */
  public void slow() {
    fast = false;
  }
}
