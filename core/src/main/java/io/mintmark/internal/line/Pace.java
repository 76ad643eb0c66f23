package io.mintmark.internal.line;

import java.util.function.Predicate;

/**
 * Measures how fast a generator makes ids. Registers the generator with the clock's thread ({@link
 * CoarseClock}) while that costs less than reading the clock for each id. The thread calls the
 * generator about twice in a millisecond; each call is a turn. Two turns cost about as much as
 * reading the clock for {@value #FAST_CALLS} ids. A turn is slow if the ids made in it are fewer
 * than a quarter of this number. The generator leaves the thread after {@value #SLOW_TURNS}
 * consecutive slow turns. After many fast turns, more slow turns are needed: a quarter of the
 * number of fast turns since the generator joined, but at most {@value #MAX_SLOW_TURNS}. So a short
 * pause between bursts changes nothing.
 *
 * <p>Joining and leaving the thread costs about as much as making {@code fastCalls * }{@value
 * #WORTH} ids that read the clock. If fewer ids were made before the generator left, it joins again
 * only after twice as many fast calls in a row as before, but at most {@code fastCalls * }{@value
 * #MOST}. A row ends with a millisecond that has fewer than half of {@code fastCalls} calls. At
 * first, a row of only {@value #FIRST_CALLS} calls is enough. One reason is that the JVM still
 * interprets the code then, so it is slow. The other is that the JVM's compiler optimizes the hot
 * path for the first calls that it observes, so these should be fast calls. Guarded by the
 * generator's own lock.
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

  /** How many fast calls in a row are needed to join the clock's thread. */
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
   * Creates an object that has measured no calls.
   *
   * @param context provides the clock's thread, if the context allows one
   */
  public Pace(Context context) {
    this(new Turns(context), FIRST_CALLS, FAST_CALLS);
  }

  /**
   * Creates an object with another clock, for tests.
   *
   * @param clock a function that registers a listener, and returns whether the listener will be
   *     called
   * @param firstCalls how many calls in a row are needed to join for the first time
   * @param fastCalls how many calls in a millisecond count as fast
   */
  public Pace(Predicate<ClockListener> clock, int firstCalls, int fastCalls) {
    this.clock = clock;
    this.enoughCalls = firstCalls;
    this.fastCalls = fastCalls;
  }

  /**
   * Returns whether the clock's thread calls the generator.
   *
   * @return whether the generator need not read the clock itself
   */
  public boolean isFast() {
    return fast;
  }

  /**
   * Returns the number of ids in a turn that counts as fast. Slices must not be larger, because a
   * generator that hands out slices counts a whole slice as a single call here.
   *
   * @return a quarter of the number of calls that count as fast in a millisecond
   */
  public int fastTurn() {
    return fastCalls / 4;
  }

  /**
   * Counts a call for which the clock was read.
   *
   * @param nowMs the time that the clock showed
   * @param position the position, as for {@link #turned}
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
   * Evaluates a turn of the clock's thread.
   *
   * @param position a position that grows by one with each id, and may also jump for other reasons
   * @return whether an id was made since the last turn
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
   * Records that the position has moved although no id was made.
   *
   * @param position the new position
   */
  public void moved(long position) {
    seenPosition = position;
  }

  /**
   * Leaves the clock's thread. After this, the generator must return false from the present turn,
   * so that no further turn follows.
   */
  public void slow() {
    fast = false;
  }
}
