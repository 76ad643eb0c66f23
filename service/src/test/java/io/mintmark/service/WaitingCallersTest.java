package io.mintmark.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WaitingCallersTest {

  private final StoreUnavailableException reason = new StoreUnavailableException("away");

  private final ManualTime time = new ManualTime(Instant.parse("2026-03-01T00:00:00Z"));
  private final WaitingCallers callers = new WaitingCallers(time.elapsed());

  private void enter(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(callers.refusal()).isEmpty();
      callers.enter();
    }
  }

  @Test
  void refusal_noEarlierRefusal_letsAnyNumberWait() {
    enter(1_000);
  }

  @Test
  void refusal_afterARefusal_letsAFewWaitUntilOneSucceeds() {
    callers.refused(reason);
    enter(WaitingCallers.MOST);

    assertThat(callers.refusal()).containsSame(reason);
    callers.leave();
    enter(1);
    assertThat(callers.refusal()).containsSame(reason);
    callers.answered();
    enter(1_000);
  }

  @Test
  void refusal_longAfterTheLastRefusal_letsAnyNumberWait() {
    callers.refused(reason);
    enter(WaitingCallers.MOST);
    time.advance(Duration.ofSeconds(10).minusNanos(1));
    assertThat(callers.refusal()).containsSame(reason);
    time.advance(Duration.ofNanos(1));

    enter(1_000);
  }
}
