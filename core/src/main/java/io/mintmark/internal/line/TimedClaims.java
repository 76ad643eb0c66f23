package io.mintmark.internal.line;

import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.internal.store.LineStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/**
 * Makes claims on a line (a named, durable counter in the store) whose positions carry time: each
 * belongs to a <i>tick</i>, the unit of time in an id. Each claim takes only the positions that a
 * call needs, so the ids of all processes have one order. Thread-safe.
 *
 * <p>A claim starts at the tick that the clock shows, or after all earlier claims, whichever is
 * later. So if the clock of a process is behind, the process gets positions after the claims of the
 * other processes. If the clock is behind by more than the tolerance, the call is refused.
 *
 * <p><b>Short ticks.</b> When a short tick is used up, claims continue in the next tick. Their
 * positions may be ahead of the clock by at most the tolerance or {@code maxAheadMs}, whichever is
 * more. A caller that gets a later position waits for the clock. A call that would have to wait
 * beyond its deadline sends no request to the store. Otherwise its positions would be burned (never
 * used), and callers that retry would move the line further and further ahead.
 *
 * <p><b>Long ticks.</b> When a long tick, for example a day, is used up, calls are refused until
 * the next tick begins. A plain claim on a full day would take positions of the next day. So the
 * line is moved with a compareAndSet that expects the position that this process has last seen.
 * Such claims of a process are made in turn. A refused call has claimed nothing, even if many
 * callers try at midnight.
 *
 * <p><b>Clocks that step back in autumn.</b> If ids show the local time of a zone, the clock steps
 * back in autumn to ticks that are already used. The <i>continued time</i> is the time that the
 * clock would show without this step. Until the clock has caught up with it, claims are compared
 * with the continued time. Claims in short ticks may continue up to it. A long tick of less than a
 * day can be used when the continued time has reached it.
 */
public final class TimedClaims implements LineClaims {

  /**
   * For ticks of this length or longer, the continued time is not used, so that no key has the date
   * of the next day.
   */
  private static final long MAX_REACHED_MS = TimeUnit.DAYS.toMillis(1);

  private final LineStore store;
  private final String line;
  private final TickRules rules;
  private final ClockAheadRules skew;
  private final InstantSource wall;
  private final InstantSource highest;
  private final Context context;

  private final SeenLine known;

  /**
   * Creates an object that makes claims on a line.
   *
   * @param store the store that holds the line
   * @param line the line's name
   * @param rules map time to positions; if {@code maxAheadMs} is 0, the ticks are long ticks
   * @param skew the rules that decide whether this process's clock may move the line ahead
   * @param wall the clock whose time is mapped to positions
   * @param highest shows the continued time of the same clock, or the clock's time if the clock has
   *     caught up
   * @param context provides the elapsed time and the deadline
   */
  public TimedClaims(
      LineStore store,
      String line,
      TickRules rules,
      ClockAheadRules skew,
      InstantSource wall,
      InstantSource highest,
      Context context) {
    this.store = store;
    this.line = line;
    this.known = new SeenLine(store, line, context);
    this.rules = rules;
    this.skew = skew;
    this.wall = wall;
    this.highest = highest;
    this.context = context;
  }

  @Override
  public long claim(long count, long deadline) {
    return inTurn() ? withinTick(count, deadline) : carried(count, 0, deadline);
  }

  @Override
  public boolean inTurn() {
    return rules.maxAheadMs() == 0;
  }

  @Override
  public long end(long start, long count) {
    return rules.endOf(start, count);
  }

  /**
   * {@inheritDoc} The clock may step during the wait, so callers must call this method again after
   * each wait.
   */
  @Override
  public long waitNanos(long last, long deadline) {
    if (inTurn()) {
      return 0;
    }
    long wallMs = wall.millis();
    refuseTooFar(last, wallMs, deadline);
    return TimeUnit.MILLISECONDS.toNanos(aheadMs(last, wallMs) - allowedMs());
  }

  /**
   * Claims positions that may be in several ticks. How many of them are unused depends on where the
   * claim starts, and another process may have moved the line meanwhile. If the claim was too small
   * for this reason, it is burned, and a claim with one more position is large enough at any start.
   *
   * @param spare the number of positions to claim in addition
   */
  private long carried(long count, long spare, long deadline) {
    long wallMs = wall.millis();
    long floor = floor(wallMs);
    long last = known.lastSeen();
    long first = rules.usable(floor);
    long next = Math.max(last, first);
    long size = rules.endOf(next, count) - next + spare;
    refuseAfterEnd(next, size);
    refuseTooFar(next + size - 1, wallMs, deadline);
    known.checkTime(deadline);
    checkClock(last, floor, wallMs);
    known.checkTime(deadline);
    long start = known.claim(first, size, deadline);
    if (rules.endOf(start, count) > start + size) {
      return carried(count, 1, deadline);
    }
    refuseAfterEnd(start, size);
    return rules.usable(start);
  }

  private long withinTick(long count, long deadline) {
    if (seemsFull(known.lastSeen(), count)) {
      long unused = known.read(); // Remembers the position.
    }
    return known.move(next -> startWithinTick(next, count, deadline), count, deadline);
  }

  private long startWithinTick(long next, long count, long deadline) {
    long wallMs = wall.millis();
    long floor = floor(wallMs);
    long start = startOf(Math.max(next, floor), floor, count, wallMs);
    known.checkTime(deadline);
    checkClock(next, rules.tickOf(start), wallMs);
    return start;
  }

  /**
   * Returns the first position of the tick that the clock shows; the end of all positions for a
   * time after the last tick.
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
   * Compares this process's clock with the engine's clock before the line enters a new tick. If the
   * previous tick is exactly full, the line's position is already the first position of the new
   * tick. In this case the clocks are compared too.
   */
  private void checkClock(long next, long tick, long wallMs) {
    if (next <= tick
        && !skew.compare(store.now(), wallMs, line)
        && skew.isUnconfirmed(rules, next, tick)) {
      // Reads the position again, because other processes may have moved the line meanwhile.
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
   * Finds {@code count} free positions in one tick. This is the tick that the clock shows, a later
   * tick in which other processes have claimed, or a tick up to the continued time.
   *
   * @param least the lowest free position, which may be an unused one
   * @throws TickExhaustedException if these ticks have too few free positions
   * @throws ExhaustedException if a whole tick has fewer positions than {@code count}
   */
  private long startOf(long least, long floor, long count, long wallMs) {
    long start = rules.usable(least);
    refuseAfterEnd(start, count);
    long reached = reached(floor);
    boolean begun = least > endOfTick(reached);
    long aheadMs = aheadMs(least, wallMs);
    if (begun && aheadMs > rules.clockToleranceMs()) {
      throw behind(aheadMs);
    }
    long end = endOfTick(begun ? least : Math.min(least, reached));
    if (start + count <= end) {
      return start;
    }
    if (count <= rules.idsInTick() && end <= reached) {
      return rules.usable(end);
    }
    String message = Message.of(
        "all numbers of this tick are used: count={}, capacity={} a tick of {} ms, line={}; no"
            + " id issued",
        count,
        rules.idsInTick(),
        rules.tickMs(floor),
        line);
    if (count > rules.idsInTick()) {
      throw new ExhaustedException(message);
    }
    throw new TickExhaustedException(message, Duration.ofMillis(Math.max(1, aheadMs(end, wallMs))));
  }

  /**
   * Returns the first position of the tick that contains the continued time. For ticks of a day or
   * longer, returns {@code floor}.
   */
  private long reached(long floor) {
    return rules.tickMs(floor) < MAX_REACHED_MS
        ? Math.max(floor, rules.floor(highest.millis()))
        : floor;
  }

  /** Throws if the clock does not reach a position before the deadline. */
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
