package io.mintmark.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RateLimitTest {

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final RateLimit limit = new RateLimit(10, 30, time.elapsed());

  @Test
  void spend_theBurstAtOnce_isAllowedAndNoMore() {
    assertThat(limit.spend(30)).isZero();
    assertThat(limit.spend(1)).isEqualTo(Duration.ofMillis(100).toNanos());
  }

  @Test
  void spend_afterSomeTime_isAllowedAtTheRate() {
    long unused = limit.spend(30);
    time.advance(Duration.ofMillis(250));

    assertThat(limit.spend(2)).isZero();
    assertThat(limit.spend(1)).isEqualTo(Duration.ofMillis(50).toNanos());
  }

  @Test
  void spend_refused_costsNothing() {
    long unused = limit.spend(20);

    assertThat(limit.spend(11)).isEqualTo(Duration.ofMillis(100).toNanos());
    assertThat(limit.spend(10)).isZero();
  }

  @Test
  void spend_afterALongPause_hasOnlyOneBurst() {
    time.advance(Duration.ofDays(365));

    assertThat(limit.spend(30)).isZero();
    assertThat(limit.spend(1)).isPositive();
  }

  @Test
  void spend_atTheLargestSettings_doesNotOverflow() {
    RateLimit largest = new RateLimit(1, 1_000_000_000, time.elapsed());

    assertThat(largest.spend(1_000_000_000)).isZero();
    assertThat(largest.spend(1_000_000_000)).isEqualTo(1_000_000_000L * 1_000_000_000L);
  }
}
