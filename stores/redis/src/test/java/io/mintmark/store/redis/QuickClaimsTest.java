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
  void takes_line_isOnlyForASecondAfterAScript() {
    assertThat(claims.takes("a")).as("no script has written its time").isFalse();
    time.advance(STAMP.minusNanos(1));
    assertThat(claims.takes("a")).isTrue();
    assertThat(claims.takes("b")).as("another line").isFalse();
    time.advance(Duration.ofNanos(1));
    assertThat(claims.takes("a")).as("its time is old").isFalse();
    assertThat(claims.takes("a")).as("a script writes it now").isTrue();
  }

  @Test
  void takes_moreLinesThanAreRemembered_makesScriptsOfTheEldest() {
    for (int i = 0; i <= QuickClaims.MAX_LINES; i++) {
      assertThat(claims.takes("line" + i)).isFalse();
    }
    assertThat(claims.takes("line" + QuickClaims.MAX_LINES)).isTrue();
    assertThat(claims.takes("line0")).isFalse();
  }
}
