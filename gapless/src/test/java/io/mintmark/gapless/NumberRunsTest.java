package io.mintmark.gapless;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class NumberRunsTest {

  @Test
  void add_randomNumbers_containsExactlyThem() {
    for (long seed = 1; seed <= 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      NumberRuns runs = new NumberRuns();
      Set<Long> model = new HashSet<>();
      for (int i = 0; i < 60; i++) {
        long number = 1 + random.nextLong(40);
        assertThat(runs.add(number)).as("seed=%d", seed).isEqualTo(model.add(number));
      }
      long missing =
          LongStream.rangeClosed(1, 40).filter(each -> !model.contains(each)).count();
      assertThat(40 - runs.size()).as("seed=%d", seed).isEqualTo(missing);
      long inGaps =
          runs.gaps(40, 100).stream().mapToLong(NumberRunsTest::length).sum();
      assertThat(inGaps).as("seed=%d", seed).isEqualTo(missing);
    }
  }

  private static long length(String gap) {
    String[] ends = gap.split("\\.\\.", -1);
    return Long.parseLong(ends[ends.length - 1]) - Long.parseLong(ends[0]) + 1;
  }

  @Test
  void gaps_beforeBetweenAndAfter_areListedUpToABound() {
    NumberRuns runs = new NumberRuns();
    LongStream.of(3, 5, 4, 9).forEach(number -> assertThat(runs.add(number)).isTrue());
    assertThat(runs.gaps(12, 100)).containsExactly("1..2", "6..8", "10..12");
    assertThat(runs.gaps(12, 2)).containsExactly("1..2", "6..8");
    assertThat(runs.gaps(9, 100)).containsExactly("1..2", "6..8");
    assertThat(new NumberRuns().gaps(0, 100)).isEmpty();
    assertThat(new NumberRuns().gaps(1, 100)).containsExactly("1");
  }
}
