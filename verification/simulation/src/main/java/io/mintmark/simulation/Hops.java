package io.mintmark.simulation;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * Decides when a generator's ids may continue below its earlier ids. If the process's clock has
 * gone back by more than the tolerance, the generator may take another worker number, at the
 * clock's time. Each such step allows one change. The change is allowed while the generator can
 * notice the step, plus the time to get another number.
 *
 * <p>A generator measures the step from the latest time that it has read since it was opened or
 * last took another number. This class does not know those readings. So it uses the latest time
 * that the clock has shown since the process began, or since the step after which the generator
 * last changed its number.
 */
final class Hops {

  private final NodeClock clock;
  private final long beyondMs;
  private final long lastingNanos;

  /** Times that the clock showed before it had stepped back this often do not count. */
  private int shownSince;

  /** This many of the first steps back no longer allow a change. */
  private int spent;

  /** How many steps back were examined. */
  private int seen;

  private long untilNanos;

  /**
   * Starts with a process.
   *
   * @param clock the process's clock
   * @param timesBack how often the clock had gone back before
   * @param beyondMs how far it must be behind; Long.MAX_VALUE for kinds that never change
   * @param lasting how long it takes to get another number
   */
  Hops(NodeClock clock, int timesBack, long beyondMs, Duration lasting) {
    this.clock = clock;
    this.beyondMs = beyondMs;
    this.lastingNanos = lasting.toNanos();
    this.shownSince = timesBack;
    this.spent = timesBack;
    this.seen = timesBack;
  }

  /**
   * Examines the clock. Called before each call and at its end.
   *
   * @param ranNanos how long the process has run until now
   */
  void look(long ranNanos) {
    if (beyondMs == Long.MAX_VALUE) {
      return;
    }
    boolean steppedFar =
        clock.timesBack() > seen && first(Math.max(spent, seen)).isPresent();
    seen = clock.timesBack();
    if (steppedFar || clock.behindMs(shownSince) > beyondMs) {
      untilNanos = ranNanos + lastingNanos;
    } else if (ranNanos > untilNanos) {
      spent = seen;
    }
  }

  /** Returns whether the generator may change now, and if so, records the change. */
  boolean take() {
    OptionalInt step = beyondMs == Long.MAX_VALUE ? OptionalInt.empty() : first(spent);
    step.ifPresent(each -> {
      shownSince = each + 1;
      spent = each + 1;
    });
    return step.isPresent();
  }

  private OptionalInt first(int from) {
    return clock.firstBehind(beyondMs, shownSince, from);
  }
}
