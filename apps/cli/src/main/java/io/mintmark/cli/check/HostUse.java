package io.mintmark.cli.check;

/**
 * The ids of one worker number or host, in the order of their lines.
 *
 * <p>A clock that was set back shows as one step back, after which ids climb past the highest time
 * again by themselves. Two hosts of one number whose clocks differ show as ids that go back and
 * leap forth, again and again. Steps below a second are not counted: rows of transactions that
 * overlap come in another order than their ids were made in.
 */
final class HostUse {

  /** How far back counts as a step, in milliseconds. */
  static final long STEP_MS = 1_000;

  /** With as many steps back, each followed by a leap, a number has rather two hosts. */
  private static final long ALTERNATIONS = 3;

  private long latestMs = Long.MIN_VALUE;
  private long previousMs;
  private boolean behind;
  private long backs;
  private long leaps;
  private long farthestBackMs;
  private long firstBackLine;

  void add(long epochMs, long line) {
    if (behind && epochMs >= latestMs) {
      behind = false;
      leaps += epochMs - previousMs >= STEP_MS ? 1 : 0;
    } else if (latestMs != Long.MIN_VALUE && latestMs - epochMs >= STEP_MS) {
      farthestBackMs = Math.max(farthestBackMs, latestMs - epochMs);
      if (!behind) {
        behind = true;
        backs++;
        firstBackLine = firstBackLine == 0 ? line : firstBackLine;
      }
    }
    previousMs = epochMs;
    latestMs = Math.max(latestMs, epochMs);
  }

  /** How many times the time went back by a second or more. */
  long backs() {
    return backs;
  }

  /** The farthest step back, in milliseconds. */
  long farthestBackMs() {
    return farthestBackMs;
  }

  /** The line of the first step back, 0 if there is none. */
  long firstBackLine() {
    return firstBackLine;
  }

  /** Whether ids go back and forth as those of two hosts do. */
  boolean alternates() {
    return backs >= ALTERNATIONS && leaps >= ALTERNATIONS;
  }
}
