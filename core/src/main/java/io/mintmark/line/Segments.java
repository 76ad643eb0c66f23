package io.mintmark.line;

import io.mintmark.ExhaustedException;
import io.mintmark.store.ClaimStore;
import java.time.Duration;

/**
 * Claims a sequence's line segment by segment. A segment is sized to last about the wanted time at
 * the rate at which the last one was used.
 */
final class Segments implements RangeSource {

  /** A segment is at most so many times longer or shorter than the one before. */
  private static final int MAX_STEP = 8;

  private final ClaimStore store;
  private final String line;
  private final long positions;
  private final long durationNanos;
  private final long minimum;
  private final long maximum;
  private final ElapsedClock elapsed;

  private long size;
  private long claimedAtNanos;
  private long unusedThen;

  /**
   * Makes a source.
   *
   * @param positions where the line ends for this use, exclusive
   * @param duration how long a segment should last; zero for no more than each call asks for
   */
  Segments(
      ClaimStore store,
      String line,
      long positions,
      Duration duration,
      long minimum,
      long maximum,
      ElapsedClock elapsed) {
    this.store = store;
    this.line = line;
    this.positions = positions;
    this.durationNanos = duration.toNanos();
    this.minimum = minimum;
    this.maximum = maximum;
    this.elapsed = elapsed;
  }

  @Override
  public Claimed claim(Wish wish) {
    long owned = wish.held().end();
    long unused = Math.max(0, owned - wish.held().position());
    long wanted = nextSize(unused);
    long count = Math.max(wish.count(), wanted - unused);
    long start = store.claim(line, 0, Math.min(count, positions));
    StoreMemory.check(line, start, owned);
    if (start >= positions) {
      throw new ExhaustedException("the sequence has come to its end: next="
          + start
          + ", end="
          + positions
          + ", line="
          + line
          + "; no id issued");
    }
    claimedAtNanos = elapsed.nanos();
    unusedThen = unused + count;
    size = wanted;
    long end = count < positions - start ? start + count : positions;
    return new Claimed(0, start, end, durationNanos == 0 ? -1 : wanted / 2);
  }

  private long nextSize(long unused) {
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
}
