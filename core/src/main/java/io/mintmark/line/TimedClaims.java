package io.mintmark.line;

import io.mintmark.ClockAheadException;
import io.mintmark.ClockBehindException;
import io.mintmark.ExhaustedException;
import io.mintmark.store.ClaimStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * A line of positions in time of which every call claims what it needs, and nothing more: one order
 * over all processes.
 *
 * <p>A claim starts at the tick that the clock shows, or after what was claimed before, whichever
 * is later. So a clock that stands behind others' gets positions after theirs, up to the tolerance;
 * beyond it the call is refused, and what it claimed is burned. A call never gets positions of two
 * ticks where ticks are longer than may be carried: what is left of a day does not do, it is burned
 * and the call refused. A day that is full is remembered, so that asking again takes nothing from
 * the next. Thread-safe.
 */
public final class TimedClaims {

  private final ClaimStore store;
  private final String line;
  private final TickRules rules;
  private final long maxSkewMs;
  private final Surroundings surroundings;
  private final InstantSource wall;
  private final UnaryOperator<Instant> engineTime;

  /** The highest end of what this process has claimed. */
  private final AtomicLong owned = new AtomicLong();

  /** Where the line stood when it was last seen. */
  private final AtomicLong seen = new AtomicLong();

  /**
   * Names a line.
   *
   * @param store where it is
   * @param line its name
   * @param rules how time becomes positions
   * @param maxSkewMs how far the clock may be ahead of the engine's
   * @param wall the clock that the rules' time is read from
   * @param engineTime turns a time of the engine's clock into what that clock shows then
   * @param surroundings elapsed time and deadline
   */
  public TimedClaims(
      ClaimStore store,
      String line,
      TickRules rules,
      long maxSkewMs,
      InstantSource wall,
      UnaryOperator<Instant> engineTime,
      Surroundings surroundings) {
    this.store = store;
    this.line = line;
    this.rules = rules;
    this.maxSkewMs = maxSkewMs;
    this.wall = wall;
    this.engineTime = engineTime;
    this.surroundings = surroundings;
  }

  /**
   * Claims the next positions.
   *
   * @param count how many, 1 or more
   * @return the first of them
   * @throws ExhaustedException if the tick, which does not carry, has not so many left, or time has
   *     run out
   * @throws ClockBehindException if others have claimed further ahead than the tolerance
   * @throws ClockAheadException if the clock is too far ahead of the engine's
   * @throws io.mintmark.StoreRewoundException if the store gave out what this process owns
   */
  public long claim(long count) {
    long deadline = surroundings.elapsed().nanos() + surroundings.claimTimeout().toNanos();
    long wallMs = wall.millis();
    long floor = floor(wallMs, count);
    long before = owned.get();
    long atLeast = store.canLoseAcknowledgedWrites() ? Math.max(floor, before) : floor;
    long start = store.claim(line, atLeast, count);
    StoreMemory.check(line, start, before);
    owned.accumulateAndGet(start + count, Math::max);
    seen.accumulateAndGet(start + count, Math::max);
    if (carries()) {
      awaitTick(start + count - 1, wallMs, deadline);
    } else if (start + count > endOfTick(floor)) {
      throw full(floor, count);
    }
    return start;
  }

  /** The start of the clock's tick, if so many can be had there and the clock may be believed. */
  private long floor(long wallMs, long count) {
    if (wallMs < rules.scale().epochMs()) {
      throw new ClockBehindException("the clock is before the first time that can be shown: clock="
          + Instant.ofEpochMilli(wallMs) + ", line=" + line + "; no id issued");
    }
    long floor = rules.floor(wallMs);
    if (floor > rules.end() - count) {
      throw new ExhaustedException("the time field has run out: lastTick=" + (rules.ticks() - 1)
          + ", line=" + line + "; no id issued");
    }
    long last = seen.get();
    if (!carries() && last > endOfTick(floor) - count) {
      refuseFull(floor, count);
    }
    if (last < floor) {
      checkSkew(wallMs);
    }
    return floor;
  }

  private boolean carries() {
    return rules.maxAheadMs() > 0;
  }

  private long endOfTick(long floor) {
    return (floor / rules.capacity() + 1) * rules.capacity();
  }

  /** Reads the line before it is believed to be full: what is seen may be another day's. */
  private void refuseFull(long floor, long count) {
    long next = store.next(line);
    if (next > endOfTick(floor) - count) {
      throw full(floor, count);
    }
  }

  private ExhaustedException full(long floor, long count) {
    return new ExhaustedException("the numbers of this time are used up: count="
        + count
        + ", capacity="
        + rules.capacity()
        + " a tick of "
        + rules.tickMs(floor)
        + " ms, line="
        + line
        + "; no id issued");
  }

  /** Before a clock moves the line ahead, it is compared with the engine's. */
  private void checkSkew(long wallMs) {
    Optional<Instant> now = store.now().map(engineTime);
    long aheadMs = now.map(engine -> wallMs - engine.toEpochMilli()).orElse(0L);
    if (aheadMs > maxSkewMs) {
      throw new ClockAheadException("clock is ahead of the store's: aheadMs=" + aheadMs
          + " > maxSkewMs=" + maxSkewMs + ", line=" + line + "; nothing was claimed");
    }
  }

  /** Waits for the clock where positions were carried ahead of it further than they may be. */
  private void awaitTick(long last, long wallMs, long deadline) {
    long allowedMs = Math.max(rules.maxAheadMs(), rules.clockToleranceMs());
    long aheadMs = rules.timeMs(last) - wallMs;
    long waitNanos = TimeUnit.MILLISECONDS.toNanos(aheadMs - allowedMs);
    if (waitNanos <= 0) {
      return;
    }
    if (waitNanos > deadline - surroundings.elapsed().nanos()) {
      throw new ClockBehindException("clock is behind what was claimed: behindMs="
          + aheadMs
          + " > clockToleranceMs="
          + rules.clockToleranceMs()
          + ", line="
          + line
          + "; no id issued");
    }
    surroundings.elapsed().pause(waitNanos);
  }
}
