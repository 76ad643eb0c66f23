package io.mintmark.simulation;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** A process's wall clock, which may be wrong, drift, step, and stop. */
final class NodeClock implements InstantSource {

  private static final long MILLION = 1_000_000;

  private final Scheduler scheduler;
  private final long epochMs;

  private long offsetNanos;
  private long setAtNanos;
  private long driftPerMillion;
  private boolean frozen;
  private long highestMs = Long.MIN_VALUE;

  /** The most that it was ahead of the right time. */
  private long highestOffsetNanos;

  /** Each step back. */
  private final List<Low> lows = new ArrayList<>();

  /** Its readings directly before and after a step back. */
  private record Low(long beforeMs, long ms) {}

  /**
   * Makes a clock that shows the right time.
   *
   * @param epochMs the time at which the run begins
   */
  NodeClock(Scheduler scheduler, long epochMs) {
    this.scheduler = scheduler;
    this.epochMs = epochMs;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }

  @Override
  public long millis() {
    return epochMs + Math.floorDiv(scheduler.nowNanos() + offsetNanos(), MILLION);
  }

  /** How far it is ahead of the right time. */
  long offsetMs() {
    return TimeUnit.NANOSECONDS.toMillis(offsetNanos());
  }

  private long offsetNanos() {
    long passed = scheduler.nowNanos() - setAtNanos;
    return offsetNanos + (frozen ? -passed : passed / MILLION * driftPerMillion);
  }

  /** The latest time that it has shown. */
  long highestMs() {
    return Math.max(highestMs, millis());
  }

  /**
   * By how much its reading is below the latest time that it has shown. Ignores times that were
   * shown before the clock had stepped back {@code since} times.
   */
  long behindMs(int since) {
    long latestMs = millis();
    for (int i = since; i < lows.size(); i++) {
      latestMs = Math.max(latestMs, lows.get(i).beforeMs);
    }
    return latestMs - millis();
  }

  /**
   * Finds the first step back after which the clock was behind by more than the given time.
   *
   * @param since ignores times that were shown before the clock had stepped back this often
   * @param from ignores this many of the first steps back
   */
  OptionalInt firstBehind(long ms, int since, int from) {
    long latestMs = Long.MIN_VALUE;
    for (int i = since; i < lows.size(); i++) {
      latestMs = Math.max(latestMs, lows.get(i).beforeMs);
      if (i >= from && latestMs - lows.get(i).ms > ms) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  /** The highest reading, plus the time that has passed since then. */
  long reachedMs() {
    long offsetNanos = Math.max(highestOffsetNanos, offsetNanos());
    return epochMs + Math.floorDiv(scheduler.nowNanos() + offsetNanos, MILLION);
  }

  private void settle() {
    highestMs = highestMs();
    highestOffsetNanos = Math.max(highestOffsetNanos, offsetNanos());
    offsetNanos = offsetNanos();
    setAtNanos = scheduler.nowNanos();
  }

  void step(long nanos) {
    settle();
    long beforeMs = millis();
    offsetNanos += nanos;
    highestOffsetNanos = Math.max(highestOffsetNanos, offsetNanos);
    noteLow(beforeMs);
  }

  private void noteLow(long beforeMs) {
    if (millis() < beforeMs) {
      lows.add(new Low(beforeMs, millis()));
    }
  }

  /** Counts the steps back. */
  int timesBack() {
    return lows.size();
  }

  /**
   * Returns whether a step back went to below a time. Ignores the given number of first steps back.
   */
  boolean wentBelow(long ms, int timesBack) {
    return lows.subList(timesBack, lows.size()).stream().anyMatch(low -> low.ms < ms);
  }

  void drift(long perMillion) {
    settle();
    driftPerMillion = perMillion;
  }

  void freeze() {
    settle();
    frozen = true;
  }

  /** Continues from its current reading, at the right pace. */
  void thaw() {
    settle();
    frozen = false;
    driftPerMillion = 0;
  }

  /**
   * Sets it to the right time.
   *
   * @return whether it was wrong
   */
  boolean setRight() {
    boolean wrong = frozen || driftPerMillion != 0 || offsetNanos != 0;
    thaw();
    long beforeMs = millis();
    offsetNanos = 0;
    noteLow(beforeMs);
    return wrong;
  }
}
