package io.mintmark.simulation;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * When a generator may begin below its ids: it changes to another worker number, at its clock's
 * time, if that has gone back by more than it tolerates. For each such step it may do so once: as
 * long as it can notice it, and then as long as it takes to get another number.
 *
 * <p>It measures from the latest time that it has read since it was opened, or changed last. It
 * is not known here what it has read. So the latest time counts that the clock has shown since its
 * process began, or since the step after which it changed.
 */
final class Hops {

  private final NodeClock clock;
  private final long beyondMs;
  private final long lastingNanos;

  /** Before so many steps back nothing of what the clock has shown counts. */
  private int shownSince;

  /** So many steps back let it change no more. */
  private int spent;

  /** So many steps back were looked at. */
  private int seen;

  private long untilNanos;

  /**
   * Begins when a process does.
   *
   * @param clock the process's
   * @param timesBack how often that had gone back before
   * @param beyondMs how far it must be behind; of most kinds it is never enough
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
   * Looks at the clock, before each call and when it ends.
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

  /** Tells whether it may change now; if so, it has. */
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
