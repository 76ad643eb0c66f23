package io.mintmark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ManualTimeTest {

  private static final Instant START = Instant.parse("2026-11-21T00:00:00Z");

  private final ManualTime time = new ManualTime(START);

  @Test
  void pause_anyTime_movesBothClocks() {
    time.elapsed().pause(1_500_000);

    assertThat(time.elapsed().nanos()).isEqualTo(1_500_000);
    assertThat(time.wall().instant()).isEqualTo(START.plusNanos(1_500_000));
  }

  @Test
  void stepWall_back_keepsElapsedTime() {
    time.advance(Duration.ofSeconds(1));
    time.stepWall(Duration.ofHours(-1));

    assertThat(time.elapsed().nanos()).isEqualTo(1_000_000_000);
    assertThat(time.wall().instant()).isEqualTo(START.minusSeconds(3599));
  }

  @Test
  void advanceElapsed_anyTime_keepsTheWallClock() {
    time.advanceElapsed(Duration.ofSeconds(2));

    assertThat(time.elapsed().nanos()).isEqualTo(2_000_000_000);
    assertThat(time.wall().instant()).isEqualTo(START);
    time.setWall(Instant.EPOCH);
    assertThat(time.wall().millis()).isZero();
  }

  @Test
  void advance_negative_isRefused() {
    assertThatThrownBy(() -> time.advance(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("duration=PT-0.000000001S");
    assertThat(time.elapsed().nanos()).isZero();
  }
}
