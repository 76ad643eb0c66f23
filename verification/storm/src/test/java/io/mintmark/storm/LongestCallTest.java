package io.mintmark.storm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LongestCallTest {

  private static final long SECOND = 1_000_000_000;

  private final LongestCall longest = new LongestCall(2);

  @Test
  void take_afterCallsOfSeveralThreads_returnsTheLongestSinceTheLastTake() {
    longest.begin(0, 1, 0);
    longest.end(0, 1 + 2 * SECOND, 0);
    longest.begin(1, 3 * SECOND, 0);
    longest.end(1, 4 * SECOND, 0);
    assertThat(longest.take(5 * SECOND, 0)).isEqualTo("1 2000");
    assertThat(longest.take(6 * SECOND, 0)).isEqualTo(5 * SECOND + " 0");
  }

  @Test
  void take_unfinishedCall_returnsItsTimeWithoutLostTime() {
    longest.begin(1, SECOND, 5 * SECOND);
    assertThat(longest.take(3 * SECOND, 5 * SECOND)).isEqualTo(SECOND + " 2000");
    assertThat(longest.take(12 * SECOND, 8 * SECOND)).isEqualTo(SECOND + " 8000");
  }
}
