package io.mintmark.internal.line;

import java.util.function.Predicate;

/**
 * Measures how fast a generator makes ids. Registers the generator with the clock's thread ({@link
 * CoarseClock}) while that costs less than reading the clock for each id. The thread calls the
 * generator about twice in a millisecond; each call is a turn. Two turns cost about as much as
 * reading the clock for {@value #FAST_CALLS} ids. So the generator joins the thread when it makes
 * that many calls in a millisecond. A turn is slow if the ids made in it are fewer than a quarter
 * of this number. The generator leaves the thread after {@value #SLOW_TURNS} consecutive slow
 * turns.
 *
 * <p>For the first time, {@value #FIRST_CALLS} calls in a millisecond are enough. One reason is
 * that the JVM still interprets the code then, so it is slow. The other is that the JVM's compiler
 * optimizes the hot path for the first calls that it observes, so these should be fast calls.
 * Guarded by the generator's own lock.
 */
public final class Pace {

  private static final int FIRST_CALLS = 16;
  private static final int FAST_CALLS = 256;
  private static final int SLOW_TURNS = 2;

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

  /** How many calls in a millisecond are needed to join the clock's thread. */
  private int enoughCalls;

  private boolean fast;
  private int slowTurns;
  private long seenPosition;
  private long callsMs;
  private int callsInMs;

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
   * @param firstCalls how many calls in a millisecond are needed to join for the first time
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
    callsInMs = nowMs == callsMs ? callsInMs + 1 : 1;
    callsMs = nowMs;
    if (callsInMs >= enoughCalls) {
      callsInMs = 0;
      enoughCalls = fastCalls;
      slowTurns = 0;
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
    slowTurns = made < 0 || made >= fastTurn() ? 0 : slowTurns + 1;
    fast = fast && slowTurns < SLOW_TURNS;
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
