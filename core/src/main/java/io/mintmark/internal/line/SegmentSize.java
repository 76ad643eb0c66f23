package io.mintmark.internal.line;

import io.mintmark.internal.time.ElapsedClock;
import java.time.Duration;

/**
 * Chooses the size of a segment, which is the number of positions to claim ahead. These positions
 * should last about a given time at the rate at which the positions of the last claim were used.
 * Called by one thread at a time.
 */
public final class SegmentSize {

  /** The largest factor between the sizes of two consecutive segments. */
  private static final int MAX_STEP = 8;

  private final long durationNanos;
  private final long minimum;
  private final long maximum;
  private final ElapsedClock elapsed;

  private long size;
  private long claimedAtNanos;
  private long unusedThen;

  /**
   * Creates a rule.
   *
   * @param duration how long a segment should last; if zero, each claim takes only the positions
   *     that a call needs
   * @param minimum the smallest number of positions in a segment
   * @param maximum the largest number of positions in a segment
   * @param elapsed measures how fast positions are used
   */
  public SegmentSize(Duration duration, long minimum, long maximum, ElapsedClock elapsed) {
    this.durationNanos = duration.toNanos();
    this.minimum = minimum;
    this.maximum = maximum;
    this.elapsed = elapsed;
  }

  /** Returns the size of the next segment, given the number of unused positions of the last one. */
  long next(long unused) {
    if (durationNanos == 0) {
      return 1;
    }
    if (size == 0) {
      return minimum;
    }
    double used = Math.max(0, unusedThen - unused);
    double nanos = Math.max(1, elapsed.nanos() - claimedAtNanos);
    double wanted = used / nanos * durationNanos;
    double bounded = Math.max(size / (double) MAX_STEP, Math.min(wanted, size * (double) MAX_STEP));
    return Math.max(minimum, Math.min((long) bounded, maximum));
  }

  /**
   * Records a claim: the size that the segment should have, and the number of positions that are
   * unused now.
   */
  void claimed(long wanted, long unused) {
    claimedAtNanos = elapsed.nanos();
    unusedThen = unused;
    size = wanted;
  }

  /**
   * Returns the number of remaining positions at which the next segment is claimed; negative if no
   * segment is claimed ahead of need.
   */
  long renewBelow(long wanted) {
    return durationNanos == 0 ? -1 : wanted / 2;
  }
}
