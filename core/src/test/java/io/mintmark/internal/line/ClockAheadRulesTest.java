package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.store.MovableStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Which lines confirm a clock. Ticks are seconds with ten numbers each. */
class ClockAheadRulesTest {

  private static final long CAPACITY = 10;
  private static final long DAY = Duration.ofDays(1).toSeconds() * CAPACITY;
  private static final long NOW = 100 * DAY;

  private static final TickRules RULES =
      new TickRules(TickScale.of(0, 1_000), CAPACITY, 10 * NOW, 1_000, 100, OnClockBehind.REFUSE);

  private final ClockAheadRules clock = new ClockAheadRules(5_000, false, now -> now);

  private boolean confirms(long next, long floor) {
    return clock.confirms(RULES, next, floor);
  }

  @Test
  void confirms_lineUpToADayBehind_true() {
    assertThat(confirms(NOW - DAY, NOW)).isTrue();
    assertThat(confirms(NOW - DAY - CAPACITY + 1, NOW)).as("in the tick before").isTrue();
    assertThat(confirms(NOW - DAY - CAPACITY, NOW)).isFalse();
  }

  @Test
  void confirms_lineUpToADayAhead_true() {
    assertThat(confirms(NOW + DAY + 1, NOW)).as("its last id is of that tick").isTrue();
    assertThat(confirms(NOW + DAY + CAPACITY, NOW)).isTrue();
    assertThat(confirms(NOW + DAY + CAPACITY + 1, NOW)).isFalse();
  }

  @Test
  void confirms_lineNeverUsed_false() {
    assertThat(confirms(MovableStore.MADE, 0)).isFalse();
    assertThat(confirms(MovableStore.MADE + 1, 0)).isTrue();
  }

  @Test
  void confirms_lineAtTheEndOfTime_trueUnlessSealed() {
    assertThat(confirms(RULES.end(), RULES.end() - CAPACITY)).isTrue();
    assertThat(confirms(RULES.end() + 1, RULES.end() - CAPACITY)).as("sealed").isFalse();
  }
}
