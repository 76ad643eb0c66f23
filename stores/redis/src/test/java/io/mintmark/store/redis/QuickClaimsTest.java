package io.mintmark.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class QuickClaimsTest {

  private static final Duration STAMP = Duration.ofNanos(QuickClaims.STAMP_NANOS);

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final QuickClaims claims = new QuickClaims(time.elapsed());

  @Test
  void isStamped_afterAScript_trueForASecond() {
    assertThat(claims.isStamped("a")).as("no script has written its time").isFalse();
    claims.stamp("a");
    time.advance(STAMP.minusNanos(1));
    assertThat(claims.isStamped("a")).isTrue();
    assertThat(claims.isStamped("b")).as("another line").isFalse();
    time.advance(Duration.ofNanos(1));
    assertThat(claims.isStamped("a")).as("its time is old").isFalse();
  }

  @Test
  void isStamped_lineForgotten_false() {
    claims.stamp("a");
    claims.forget("a");
    assertThat(claims.isStamped("a")).isFalse();
  }

  @Test
  void isStamped_moreLinesThanMaximum_falseForTheOldest() {
    for (int i = 0; i <= QuickClaims.MAX_LINES; i++) {
      claims.stamp("line" + i);
    }
    assertThat(claims.isStamped("line" + QuickClaims.MAX_LINES)).isTrue();
    assertThat(claims.isStamped("line1")).isTrue();
    assertThat(claims.isStamped("line0")).isFalse();
  }
}
