package io.mintmark.simulation;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.OnClockBehind;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Checks the promises of docs/clocks.md for each clock rule on the calls of one generator, in a run
 * with rare calls: a generator makes at most one id in each window, and only clocks fail. No call
 * meets two steps of its clock.
 */
final class RareCalls {

  /** The reading for calls that are not checked here. */
  static final Reading NONE = new Reading(0, 0, 0);

  /** More calls to the store than one call for an id makes, apart from collisions. */
  private static final long MOST_STORE_CALLS = 12;

  /**
   * The calls to the store after another process has taken the chosen worker number: the engine's
   * life is read again, and another number is tried.
   */
  private static final long CALLS_A_COLLISION = 2;

  /**
   * How long a thread may sleep before it checks again, if its wake-up was lost several times in a
   * row.
   */
  private static final long LOOKS_NANOS = 800_000_000;

  private static final long TOLERANCE_MS = 60_000;

  /** The most time between the clock reading of a claim and the calls that this claim serves. */
  private static final long LEEWAY_MS = 15_000;

  /** With more worker numbers than this, one is idle at any time. */
  private static final long PLENTY = 100;

  private final Node node;
  private final Subject subject;
  private final NodeClock clock;

  /** The highest reading at which an id is known to have been made. */
  private long usedMs = Long.MIN_VALUE;

  RareCalls(Node node, Subject subject) {
    this.node = node;
    this.subject = subject;
    this.clock = node.host.clock;
  }

  /**
   * The clock's reading, how far it is ahead of the right time, and how far behind its own earlier
   * readings.
   */
  record Reading(long ms, long aheadMs, long behindMs) {}

  Reading read() {
    return new Reading(clock.millis(), clock.offsetMs(), clock.behindMs(node.timesBackBefore));
  }

  /**
   * Throws a violation if an outcome contradicts the promises.
   *
   * @param began the clock before the call
   */
  void end(Reading began, long tookNanos, @Nullable Throwable failure, String at) {
    Reading ended = read();
    boolean isAhead = node.server.hasClock
        && Math.max(began.aheadMs, ended.aheadMs) > Subject.MAX_SKEW.toMillis();
    boolean isBehind = Math.max(began.behindMs, ended.behindMs) > TOLERANCE_MS;
    boolean waits = isBehind && subject.behind == OnClockBehind.WAIT;
    boolean hops = subject.behind == OnClockBehind.HOP
        && subject.holders > PLENTY
        && tookNanos < node.claimTimeout.toNanos();
    long collisions = node.host.run.settings.hosts() - 1L;
    long inStoreMs =
        (MOST_STORE_CALLS + CALLS_A_COLLISION * collisions) * node.host.run.settings.answerMs();
    boolean isSlow =
        tookNanos >= node.claimTimeout.toNanos() && inStoreMs >= node.claimTimeout.toMillis();
    boolean mayBeRefused = (isAhead && failure instanceof ClockAheadException)
        || (isSlow && failure instanceof StoreUnavailableException)
        || (isBehind && !hops && failure instanceof ClockBehindException)
        || (waits && !Liveness.isExhausted(failure));
    if (failure != null && !mayBeRefused) {
      throw new Violation(
          "a rare call is refused though its clock is right enough: reason=" + failure + at,
          failure);
    }
    if (!waits && tookNanos > TimeUnit.MILLISECONDS.toNanos(inStoreMs) + LOOKS_NANOS) {
      throw new Violation("a rare call waits though its clock is right enough: tookMs="
          + TimeUnit.NANOSECONDS.toMillis(tookNanos) + at);
    }
    if (failure != null) {
      return;
    }
    long behindMs = usedMs - Math.max(began.ms, ended.ms);
    boolean refuses = subject.behind != OnClockBehind.HOP && !subject.sharesTime;
    if (refuses && usedMs > Long.MIN_VALUE && behindMs > TOLERANCE_MS + LEEWAY_MS) {
      throw new Violation(
          "an id is made though the clock is too far behind: behindMs=" + behindMs + at);
    }
    usedMs = Math.max(usedMs, Math.min(began.ms, ended.ms));
  }
}
