package io.mintmark.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.ExhaustedException;
import io.mintmark.rigs.CapturedLog;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CallFailureTest {

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final CallFailure failure = new CallFailure("users", time.elapsed());

  @Test
  void failed_soonAfterAnEarlierFailure_isLoggedAfterTenSeconds() {
    try (CapturedLog log = new CapturedLog(CallFailure.class)) {
      failure.failed(new ExhaustedException("first"));
      failure.succeeded();
      time.advance(Duration.ofSeconds(5));
      failure.failed(new ExhaustedException("second"));
      failure.failed(new ExhaustedException("second"));
      assertThat(log.messages()).hasSize(2);

      time.advance(Duration.ofSeconds(5));
      failure.failed(new ExhaustedException("second"));
      failure.failed(new ExhaustedException("second"));
      failure.succeeded();

      assertThat(log.messages().subList(2, log.messages().size()))
          .containsExactly(
              "a generator cannot make an id: name=users: second",
              "a generator makes ids again: name=users, failedForMs=5000");
    }
  }
}
