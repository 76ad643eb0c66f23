package io.mintmark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StarvationTest {

  private static final long SECOND = 1_000_000_000;

  private final Starvation starvation = new Starvation();

  @Test
  void touches_neverStarved_isFalse() {
    starvation.end(SECOND);
    assertThat(starvation.touches(SECOND, 9_000)).isFalse();
  }

  @Test
  void touches_aCallOfBeforeOrAfter_isFalse() {
    starvation.begin(10 * SECOND);
    starvation.end(20 * SECOND);
    assertThat(starvation.touches(SECOND, 8_000)).isFalse();
    assertThat(starvation.touches(21 * SECOND, 8_000)).isFalse();
  }

  @Test
  void touches_aCallThatWasUnderWayMeanwhile_isTrue() {
    starvation.begin(10 * SECOND);
    assertThat(starvation.touches(9 * SECOND, 2_000)).isTrue();
    assertThat(starvation.touches(15 * SECOND, 1_000)).isTrue();
    starvation.end(20 * SECOND);
    assertThat(starvation.touches(9 * SECOND, 20_000)).isTrue();
    assertThat(starvation.touches(19 * SECOND, 8_000)).isTrue();
  }
}
