package io.mintmark.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LogThrottleTest {

  private final ManualTime time = new ManualTime(Instant.parse("2026-11-21T08:00:00Z"));
  private final LogThrottle throttle = new LogThrottle(time.elapsed());

  @Test
  void admit_tooOften_admitsOneInTenSecondsAndCountsTheRest() {
    assertThat(throttle.admit()).hasValue(0);
    assertThat(throttle.admit()).isEmpty();
    time.advanceElapsed(Duration.ofMillis(9_999));
    assertThat(throttle.admit()).isEmpty();
    time.advanceElapsed(Duration.ofMillis(1));

    assertThat(throttle.admit()).hasValue(2);
    assertThat(throttle.admit()).isEmpty();
    time.advanceElapsed(Duration.ofSeconds(10));
    assertThat(throttle.admit()).hasValue(1);
  }
}
