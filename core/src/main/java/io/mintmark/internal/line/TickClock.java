package io.mintmark.internal.line;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.generator.Supply;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.time.ElapsedClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The clock that decides which claimed positions may be handed out. A position consists of a
 * <i>tick</i> (a unit of time) and a number within the tick. A <i>reading</i> is a time that the
 * wall clock has shown. When the wall clock steps back, this clock stays at the highest <i>kept</i>
 * reading. A reading is kept when the line owns positions of that time, which is so in these cases:
 *
 * <ul>
 *   <li>A claim that was made with the reading has succeeded. It does not matter how long the claim
 *       took, or whether an id was made afterwards.
 *   <li>The reading is within the claimed time, and a position of that time was handed out, or
 *       positions before that time were skipped.
 * </ul>
 *
 * <p>So the next position of the line is ahead of the kept reading in only two cases. First, the
 * store has returned a start that is ahead ({@link #accept} records this). Second, positions of
 * later ticks were used because a tick was full. This is limited to {@code maxAheadMs}. When the
 * clock steps back within the tolerance, ids continue at the kept reading. When it steps back
 * further, {@link #isBehind} returns true. So after a step back, a call never fails with an
 * exhausted tick while claimed positions are left.
 *
 * <p>A reading that is not kept is forgotten when the store refuses a claim with it, or when the
 * clock shows an earlier time. Such a reading may be wrong, because no successful claim has
 * confirmed it. After a hop to another worker number, this clock starts again from the reading with
 * which that number was claimed.
 *
 * <p><b>Order.</b> When the line changes to another worker number, the next ids are in a later tick
 * than all ids before them, or at least in no earlier tick if processes share ticks ({@link
 * #startAfter}).
 *
 * <p>On a line whose positions carry no time ({@link TickRules#TIMELESS}), every position may be
 * handed out at any time, and the wall clock is not read.
 *
 * <p>Uniqueness does not depend on this class. It decides only which claimed positions are used,
 * and when. The range hands out each position once. Not thread-safe. Guarded by the local line's
 * lock.
 */
final class TickClock {

  private static final Reading NONE = new Reading(Long.MIN_VALUE, 0);

  /**
   * A time that the wall clock has shown.
   *
   * @param ms the time
   * @param atNanos the elapsed time at which it was read
   */
  private record Reading(long ms, long atNanos) {}

  private final InstantSource wall;
  private final ElapsedClock elapsed;
  final TickRules rules;
  final boolean timed;
  private final long epochMs;
  private final long capacity;
  private final long end;
  private final long maxAheadMs;

  /** The lowest position that keeps ids in order, after a change to another worker number. */
  long least;

  private long wallMs = Long.MIN_VALUE;
  private long stepsBack;

  /**
   * The size of the latest step back that was not reported to the observer yet; 0 if there is none.
   */
  final AtomicLong untoldMs = new AtomicLong();

  private Reading highest = NONE;

  /** The lowest position of the tick that contains the highest reading. */
  private long tickFloor;

  /** The highest kept reading. It is never above the highest reading. */
  private Reading kept = NONE;

  /** The time of the latest start that the store has returned ahead of the clock. */
  private long acceptedMs = Long.MIN_VALUE;

  TickClock(InstantSource wall, ElapsedClock elapsed, TickRules rules) {
    this.wall = wall;
    this.elapsed = elapsed;
    this.rules = rules;
    this.timed = rules.areTimed();
    this.epochMs = rules.scale().epochMs();
    this.capacity = rules.capacity();
    this.end = rules.end();
    this.maxAheadMs = rules.maxAheadMs();
  }

  /** Reads the wall clock. */
  void read() {
    if (!timed) {
      return;
    }
    long before = wallMs;
    wallMs = wall.millis();
    if (wallMs < before) {
      stepsBack++;
      untoldMs.set(before - wallMs);
    }
    if (wallMs < epochMs) {
      throw new ClockBehindException(Message.of(
          "the clock is before the epoch: clock={}, epoch={}; no id issued",
          Instant.ofEpochMilli(wallMs),
          Instant.ofEpochMilli(epochMs)));
    }
    if (wallMs < highest.ms) {
      distrust();
    }
    if (wallMs >= highest.ms) {
      rise(new Reading(wallMs, elapsed.nanos()));
    }
  }

  private void rise(Reading reading) {
    if (reading.ms != highest.ms) {
      tickFloor = reading.ms == Long.MIN_VALUE ? 0 : rules.floor(reading.ms);
    }
    highest = reading;
  }

  /**
   * Returns the remaining claimed positions at the current time. Does not change the state of this
   * clock.
   *
   * @param leftFrom returns how many claimed positions from a position on are not handed out
   * @param end the end of the claimed positions
   */
  Supply supply(LongUnaryOperator leftFrom, long end) {
    if (!timed) {
      return new Supply(leftFrom.applyAsLong(0), Optional.empty(), 0);
    }
    long nowMs = wall.millis();
    long claimed = leftFrom.applyAsLong(rules.floor(nowMs));
    long lapsesMs = rules.timeMs(end) - nowMs;
    return new Supply(
        isBehind(kept.ms, nowMs) ? 0 : claimed,
        Optional.of(claimed == 0 ? Duration.ZERO : Duration.ofMillis(Math.max(0, lapsesMs))),
        stepsBack);
  }

  /**
   * Returns whether the clock has stepped back from its highest reading by more than the tolerance,
   * and into an earlier tick.
   */
  boolean isBehind() {
    return highest.ms > wallMs && isBehind(highest.ms, wallMs);
  }

  private boolean isBehind(long readingMs, long nowMs) {
    return readingMs > nowMs
        && readingMs - nowMs > rules.clockToleranceMs()
        && rules.floor(nowMs) < rules.floor(readingMs);
  }

  /**
   * Returns whether the rules require waiting for a clock that is behind, and the clock catches up
   * within the remaining time.
   */
  boolean isWorthWaiting(long leftNanos) {
    long missingMs = highest.ms - wallMs - rules.clockToleranceMs();
    return rules.onBehind() == OnClockBehind.WAIT
        && TimeUnit.MILLISECONDS.toNanos(missingMs) <= leftNanos;
  }

  /**
   * Returns the exception for a clock that is behind.
   *
   * @param cause the failure to take another worker number; null if this was not tried
   */
  ClockBehindException behind(String generator, long worker, @Nullable MintmarkException cause) {
    String message = Message.of(
        "clock is behind the last id: behindMs={} > clockToleranceMs={}, worker={}, generator={}",
        highest.ms - wallMs,
        rules.clockToleranceMs(),
        worker,
        generator);
    if (cause == null) {
      return new ClockBehindException(message + "; no id issued");
    }
    ClockBehindException behind = new ClockBehindException(
        message + ", and there is no idle worker number at its time; no id issued");
    behind.initCause(cause);
    return behind;
  }

  /**
   * Returns whether a claim was refused because of a time or a tick that the clock does not show
   * any more, so that a new claim may succeed now.
   */
  boolean hasLeft(ClaimRequest request, MintmarkException refusal) {
    if (!timed) {
      return false;
    }
    if (request.hop()) {
      return !isBehind();
    }
    if (refusal instanceof ClockAheadException) {
      return wallMs < request.wallMs();
    }
    if (refusal instanceof ClockBehindException) {
      return wallMs - request.wallMs() > Refill.LAST_RETRY_MS;
    }
    return (refusal instanceof ExhaustedException || refusal instanceof TickExhaustedException)
        && rules.tickOf(request.floor()) != tickFloor;
  }

  /** Returns whether a position may be handed out before the given time has passed. */
  boolean comesInTime(long position, long leftNanos) {
    return TimeUnit.MILLISECONDS.toNanos(aheadMs(position)) <= Math.max(0, leftNanos);
  }

  /**
   * Throws if a position is so far ahead that the clock does not reach it within the remaining
   * time.
   */
  void refuseTooFar(long position, long leftNanos, String generator) {
    if (!comesInTime(position, leftNanos)) {
      throw new TickExhaustedException(
          Message.of(
              "all numbers of this tick are used: aheadMs={} past maxAheadMs={}, capacity={} a"
                  + " tick of {} ms, generator={}; no id issued",
              aheadMs(position),
              rules.maxAheadMs(),
              rules.idsInTick(),
              rules.tickMs(position),
              generator),
          Duration.ofMillis(aheadMs(position)));
    }
  }

  /** Throws if a call needs more consecutive positions in one tick than a tick has. */
  void refuseLongerThanTick(long count, String generator) {
    if (count > rules.idsInTick()) {
      throw new ExhaustedException(Message.of(
          "no tick has so many numbers: count={} > capacity={}, generator={}; no id issued",
          count,
          rules.idsInTick(),
          generator));
    }
  }

  /**
   * Returns the first position, at or after {@code position}, at which a caller's run may start. If
   * the run must be consecutive, it must be within one tick.
   */
  long startFor(Request request, long position) {
    return request.whole ? rules.wholeFrom(position, request.want) : rules.usable(position);
  }

  /** Returns the time until a position may be handed out; 0 or less if it may be handed out now. */
  long aheadMs(long position) {
    return !timed ? 0 : rules.timeMs(position) - reachedMs();
  }

  /** Returns the time of the wall clock; 0 if positions carry no time. */
  long wallMs() {
    return timed ? wallMs : 0;
  }

  /** Returns the lowest position that is not before the current tick and keeps ids in order. */
  long floor() {
    return Math.max(tickFloor, least);
  }

  /**
   * Returns the lowest position that keeps ids in order and is not before the tick of this time:
   * the kept reading plus the time that has elapsed since it was taken, but not more than the
   * highest reading.
   */
  long passedFloor() {
    long passedMs = TimeUnit.NANOSECONDS.toMillis(elapsed.nanos() - kept.atNanos);
    long ms = Math.min(kept.ms + passedMs, highest.ms);
    return Math.max(ms < epochMs ? 0 : rules.floor(ms), least);
  }

  /**
   * Returns the lowest position at which ids may continue on the line of another worker number.
   *
   * @param used the end of the positions that callers have taken on the present line
   * @param sharesTicks whether several workers may have ids in one tick
   */
  long after(long used, boolean sharesTicks) {
    if (!timed) {
      return 0;
    }
    return sharesTicks ? rules.tickOf(Math.max(used, 1) - 1) : rules.nextTick(used);
  }

  /**
   * Keeps ids in order when the line changes to another worker number. The ids of the other worker
   * must be in a later tick, because its worker bits may be lower. If processes share ticks, these
   * ids may be in the same tick, but not in an earlier tick. This matters if the clock has stepped
   * back, and if waiting callers have positions that they have not used yet.
   */
  void startAfter(long used, boolean sharesTicks) {
    least = Math.max(least, after(used, sharesTicks));
  }

  /**
   * Returns the lowest position of the tick that the wall clock shows, even if it has stepped back.
   */
  long wallFloor() {
    return rules.floor(wallMs);
  }

  /** Returns the end, exclusive, of the positions that may be handed out now. */
  long bound() {
    return Math.min(rules.floor(reachedMs()), end - capacity) + capacity;
  }

  /** Returns the latest time whose positions may be handed out now. */
  private long reachedMs() {
    long passedMs = TimeUnit.NANOSECONDS.toMillis(elapsed.nanos() - highest.atNanos);
    return Math.max(highest.ms + passedMs, acceptedMs) + maxAheadMs;
  }

  /**
   * Keeps the highest reading if the given position has this time or a later time. A lower position
   * may have been handed out before this reading was taken, so it is no reason to keep the reading.
   *
   * @param position a position that was handed out, or up to which positions were skipped
   */
  void keep(long position) {
    if (position >= tickFloor) {
      kept = highest;
    }
  }

  /**
   * Keeps a reading with which a claim succeeded. The clock may have stepped back during the claim.
   *
   * @param readingMs the reading
   * @param atNanos the elapsed time at which the reading was taken
   */
  void claimed(long readingMs, long atNanos) {
    if (timed && readingMs > kept.ms) {
      kept = new Reading(readingMs, atNanos);
    }
    if (kept.ms > highest.ms) {
      rise(kept);
    }
  }

  /**
   * Forgets the readings that are not kept, because the store has refused a claim with such a
   * reading, or because the clock shows an earlier time.
   */
  void distrust() {
    rise(kept);
  }

  /**
   * Records a start that the store has returned. If the start is later than the clock and the order
   * of ids require, ids may be {@code maxAheadMs} ahead of the start.
   */
  void accept(long start) {
    if (rules.tickOf(start) > passedFloor()) {
      acceptedMs = rules.timeMs(start);
    }
  }

  /**
   * Forgets higher readings, because ids continue at an earlier time on another line.
   *
   * @param readingMs the reading with which that line was claimed
   * @param atNanos the elapsed time at which the reading was taken
   */
  void stepBack(long readingMs, long atNanos) {
    kept = new Reading(readingMs, atNanos);
    rise(kept);
    acceptedMs = Long.MIN_VALUE;
    least = 0;
  }
}
