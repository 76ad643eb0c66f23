package io.mintmark.testkit;

import io.mintmark.error.Message;
import io.mintmark.generator.LongRange;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Checks the ranges that were claimed on one line, which is a named counter of a store. */
public final class Ranges {

  private Ranges() {}

  /**
   * Checks that no two ranges share a position.
   *
   * @param ranges ranges of one line, in any order
   * @throws AssertionError if two overlap
   */
  public static void assertDisjoint(Collection<LongRange> ranges) {
    List<LongRange> sorted = sorted(ranges);
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i).from() < sorted.get(i - 1).to()) {
        throw new AssertionError("claimed twice: " + sorted.get(i - 1) + " and " + sorted.get(i));
      }
    }
  }

  /**
   * Checks that the ranges cover each position of a line from 0 to an end exactly once.
   *
   * @param ranges ranges of one line, in any order
   * @param end the end of the last range, exclusive
   * @throws AssertionError if two ranges overlap, or a position is missing
   */
  public static void assertTiling(Collection<LongRange> ranges, long end) {
    assertDisjoint(ranges);
    long covered = 0;
    for (LongRange range : sorted(ranges)) {
      if (range.from() != covered) {
        throw new AssertionError(Message.of("not claimed: from={} to={}", covered, range.from()));
      }
      covered = range.to();
    }
    if (covered != end) {
      throw new AssertionError(
          Message.of("the ranges end elsewhere: covered={}, end={}", covered, end));
    }
  }

  private static List<LongRange> sorted(Collection<LongRange> ranges) {
    return ranges.stream().sorted(Comparator.comparingLong(LongRange::from)).toList();
  }
}
