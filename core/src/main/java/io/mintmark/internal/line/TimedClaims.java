package io.mintmark.internal.line;

import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.store.ClaimStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/**
 * A line of positions in time on which each call claims the positions that it needs, and no more.
 * So all processes share one order. Thread-safe.
 *
 * <p>A claim starts at the tick that the clock shows, or after all earlier claims, whichever is
 * later. So if a process's clock is behind, the process gets positions after the claims of the
 * others. If its clock is behind by more than the tolerance, its call is refused.
 *
 * <p><b>Short ticks</b> carry: when a tick is used up, positions continue in the next one. They may
 * be ahead of the clock by at most the tolerance or {@code maxAheadMs}, whichever is more. A caller
 * that gets a later position waits. A call that would have to wait beyond its deadline sends no
 * request to the store. Its positions would be burned, and callers that retry would move the line
 * further and further ahead.
 *
 * <p><b>Long ticks</b>, for example days, do not carry: a full tick stays full. A plain claim on a
 * full day would take positions of the next day. So a call moves the line by compareAndSet, from
 * the position last seen. In a process, one thread at a time does this, and claims also for the
 * threads that wait ({@link TurnLock}). A refused call has claimed nothing, however many callers
 * try at midnight.
 *
 * <p><b>A clock that steps back by rule</b>, as a zone's clock does in autumn, reaches ticks that
 * are already used. Let the continued time be the time that the clock would show without that step.
 * Until the clock has caught up, claims are compared with the continued time. Short ticks carry up
 * to it. Long ticks of less than a day are used once the continued time has reached them.
 */
public final class TimedClaims implements LineClaims {

  /**
   * Ticks of this length or longer do not use the continued time, so no key has tomorrow's date.
   */
  private static final long MAX_REACHED_MS = TimeUnit.DAYS.toMillis(1);

  private final ClaimStore store;
  private final String line;
  private final TickRules rules;
  private final ClockAheadRules skew;
  private final InstantSource wall;
  private final InstantSource highest;
  private final Context context;

  private final SeenLine known;

  /** Lets one thread at a time move a line of long ticks. */
  private final TurnLock turn;

  /**
   * Makes the claims of a line.
   *
   * @param store the store that holds the line
   * @param line the line's name
   * @param rules how time becomes positions; rules with {@code maxAheadMs} 0 do not carry
   * @param skew when the clock may move the line ahead
   * @param wall the clock that the rules' time is read from
   * @param highest the continued time of the same clock; the clock's time if it has caught up
   * @param context elapsed time and deadline
   */
  public TimedClaims(
      ClaimStore store,
      String line,
      TickRules rules,
      ClockAheadRules skew,
      InstantSource wall,
      InstantSource highest,
      Context context) {
    this.store = store;
    this.line = line;
    this.known = new SeenLine(store, line, context.ends());
    this.rules = rules;
    this.skew = skew;
    this.wall = wall;
    this.highest = highest;
    this.context = context;
    this.turn = new TurnLock(line, context);
  }

  @Override
  public long claim(long count, long deadline) {
    return rules.maxAheadMs() > 0
        ? carried(count, deadline)
        : turn.claim(count, deadline, all -> withinTick(all, deadline));
  }

  /** The clock may step during the wait, so callers call this method again after each wait. */
  @Override
  public long waitNanos(long last, long deadline) {
    if (rules.maxAheadMs() == 0) {
      return 0;
    }
    long wallMs = wall.millis();
    refuseTooFar(last, wallMs, deadline);
    return TimeUnit.MILLISECONDS.toNanos(aheadMs(last, wallMs) - allowedMs());
  }

  private long carried(long count, long deadline) {
    long wallMs = wall.millis();
    long floor = floor(wallMs);
    long last = known.lastSeen();
    refuseAfterEnd(Math.max(last, floor), count);
    refuseTooFar(Math.max(last, floor) + count - 1, wallMs, deadline);
    turn.checkTime(deadline);
    checkClock(last, floor, wallMs);
    turn.checkTime(deadline);
    long before = known.ownedEnd();
    long start = store.claim(line, floor, count);
    if (!known.claimed(start, start, count, before)) {
      return carried(count, deadline);
    }
    refuseAfterEnd(start, count);
    return start;
  }

  private long withinTick(long count, long deadline) {
    long next = known.lastSeen();
    if (seemsFull(next, count)) {
      next = known.read();
    }
    while (true) {
      long wallMs = wall.millis();
      long floor = floor(wallMs);
      long before = known.ownedEnd();
      long start = startOf(Math.max(next, floor), floor, count, wallMs);
      turn.checkTime(deadline);
      checkClock(next, rules.tickOf(start), wallMs);
      turn.checkTime(deadline);
      if (store.compareAndSet(line, next, start + count)
          && known.claimed(start, next, count, before)) {
        return start;
      }
      turn.checkTime(deadline);
      next = known.read();
    }
  }

  /**
   * Returns the start of the clock's tick; the end of all positions for a time after the last tick.
   */
  private long floor(long wallMs) {
    if (wallMs < rules.scale().epochMs()) {
      throw new ClockBehindException(Message.of(
          "the clock is before the first time that the keys can show: clock={}, line={}; no id"
              + " issued",
          Instant.ofEpochMilli(wallMs),
          line));
    }
    return rules.floor(wallMs);
  }

  private void refuseAfterEnd(long start, long count) {
    if (start > rules.end() - count) {
      throw new ExhaustedException(Message.of(
          "the time field has run out: timeEnds={}, line={}; no id issued", rules.ends(), line));
    }
  }

  /**
   * Compares the clock with the engine's before the line enters a new tick. This includes a line
   * whose previous tick is exactly full: its position is the first of the new tick.
   */
  private void checkClock(long next, long tick, long wallMs) {
    if (next <= tick
        && !skew.compare(store.now(), wallMs, line)
        && skew.isUnconfirmed(rules, next, tick)) {
      // Reads the position again, because other processes may have moved the line since.
      skew.refuseUnconfirmed(rules, line, store.position(line), tick);
    }
  }

  private long endOfTick(long position) {
    return (position / rules.capacity() + 1) * rules.capacity();
  }

  private boolean seemsFull(long next, long count) {
    return next > endOfTick(rules.floor(Math.max(wall.millis(), highest.millis()))) - count;
  }

  /**
   * Finds {@code count} free positions in one tick: the clock's tick, a later tick in which other
   * processes have claimed, or a tick up to the continued time.
   *
   * @param least the lowest position that is free
   * @throws TickExhaustedException if these ticks have too few free positions
   * @throws ExhaustedException if {@code count} is more than a whole tick has
   */
  private long startOf(long least, long floor, long count, long wallMs) {
    refuseAfterEnd(least, count);
    long reached = reached(floor);
    boolean begun = least > endOfTick(reached);
    long aheadMs = aheadMs(least, wallMs);
    if (begun && aheadMs > rules.clockToleranceMs()) {
      throw behind(aheadMs);
    }
    long end = endOfTick(begun ? least : Math.min(least, reached));
    if (least + count <= end) {
      return least;
    }
    if (count <= rules.capacity() && end <= reached) {
      return end;
    }
    String message = Message.of(
        "all numbers of this tick are used: count={}, capacity={} a tick of {} ms, line={}; no"
            + " id issued",
        count,
        rules.capacity(),
        rules.tickMs(floor),
        line);
    if (count > rules.capacity()) {
      throw new ExhaustedException(message);
    }
    throw new TickExhaustedException(message, Duration.ofMillis(Math.max(1, aheadMs(end, wallMs))));
  }

  /**
   * Returns the start of the tick of the continued time. For ticks of a day or longer, returns the
   * start of the clock's tick.
   */
  private long reached(long floor) {
    return rules.tickMs(floor) < MAX_REACHED_MS
        ? Math.max(floor, rules.floor(highest.millis()))
        : floor;
  }

  /** Refuses a position that the clock does not reach before the deadline. */
  private void refuseTooFar(long last, long wallMs, long deadline) {
    long aheadMs = aheadMs(last, wallMs);
    long waitNanos = TimeUnit.MILLISECONDS.toNanos(aheadMs - allowedMs());
    if (waitNanos > 0 && waitNanos > deadline - context.elapsed().nanos()) {
      throw behind(aheadMs);
    }
  }

  private long aheadMs(long position, long wallMs) {
    return rules.timeMs(position) - Math.max(wallMs, highest.millis());
  }

  private long allowedMs() {
    return Math.max(rules.maxAheadMs(), rules.clockToleranceMs());
  }

  private ClockBehindException behind(long aheadMs) {
    return new ClockBehindException(Message.of(
        "clock is behind the line's claims: behindMs={} > clockToleranceMs={}, line={}; no id"
            + " issued",
        aheadMs,
        rules.clockToleranceMs(),
        line));
  }
}
