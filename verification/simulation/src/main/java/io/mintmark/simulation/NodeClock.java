package io.mintmark.simulation;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process's wall clock, which may be wrong, drift, step, and stand still. */
final class NodeClock implements InstantSource {

  private static final long MILLION = 1_000_000;

  private final Scheduler scheduler;
  private final long epochMs;

  private long offsetNanos;
  private long setAtNanos;
  private long driftPerMillion;
  private boolean frozen;
  private long highestMs = Long.MIN_VALUE;

  /** How far it was ahead of the right time at most. */
  private long highestOffsetNanos;

  /** Each time that it went back. */
  private final List<Low> lows = new ArrayList<>();

  /**
   * What it showed when it had gone back.
   *
   * @param ms this
   * @param behindMs by how much less that is than the latest time that it had shown
   */
  private record Low(long ms, long behindMs) {}

  /**
   * Makes a clock that is right.
   *
   * @param epochMs the time of day at which the world begins
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

  /** By how much less it shows than the latest time that it has shown. */
  long behindMs() {
    return highestMs() - millis();
  }

  /** What the highest of its readings has come to with the time that has passed since. */
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
      lows.add(new Low(millis(), behindMs()));
    }
  }

  /** Counts how often it has gone back. */
  int timesBack() {
    return lows.size();
  }

  /** Tells whether it went back to below a time, after it had gone back so often. */
  boolean wentBelow(long ms, int timesBack) {
    return since(timesBack).anyMatch(low -> low.ms < ms);
  }

  /** Counts how often it was behind by more than so much, after it had gone back so often. */
  long timesBehind(long ms, int timesBack) {
    return timesBack == lows.size()
        ? 0
        : since(timesBack).filter(low -> low.behindMs > ms).count();
  }

  private Stream<Low> since(int timesBack) {
    return lows.subList(timesBack, lows.size()).stream();
  }

  void drift(long perMillion) {
    settle();
    driftPerMillion = perMillion;
  }

  void freeze() {
    settle();
    frozen = true;
  }

  /** Lets it run on from where it stands, at the right pace. */
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
