package io.mintmark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LongestCallTest {

  private static final long SECOND = 1_000_000_000;

  private final LongestCall longest = new LongestCall(2);

  @Test
  void take_severalCalls_tellsTheLongestAndBeginsAnew() {
    longest.begins(0, 0, 0);
    longest.ends(0, 2 * SECOND, 0);
    longest.begins(1, 3 * SECOND, 0);
    longest.ends(1, 4 * SECOND, 0);
    assertThat(longest.take(5 * SECOND, 0)).isEqualTo("0 2000");
    assertThat(longest.take(6 * SECOND, 0)).isEqualTo(5 * SECOND + " 0");
  }

  @Test
  void take_aCallThatHasNotEnded_tellsHowLongItHasLastedEachTime() {
    longest.begins(1, SECOND, 0);
    assertThat(longest.take(3 * SECOND, 0)).isEqualTo(SECOND + " 2000");
    assertThat(longest.take(9 * SECOND, 0)).isEqualTo(SECOND + " 8000");
    longest.ends(1, 10 * SECOND, 0);
    assertThat(longest.take(11 * SECOND, 0)).isEqualTo(SECOND + " 9000");
  }

  @Test
  void take_whatTheProcessLostDuringACall_doesNotCount() {
    longest.begins(0, SECOND, 5 * SECOND);
    longest.ends(0, 10 * SECOND, 11 * SECOND);
    assertThat(longest.take(10 * SECOND, 11 * SECOND)).isEqualTo(SECOND + " 3000");
  }
}
