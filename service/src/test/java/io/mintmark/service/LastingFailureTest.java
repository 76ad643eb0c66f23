package io.mintmark.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.ExhaustedException;
import io.mintmark.rigs.CapturedLog;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LastingFailureTest {

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final LastingFailure failure = new LastingFailure(
      System.getLogger(LastingFailureTest.class.getName()),
      "a generator cannot make an id: name=users: {0}",
      "a generator makes ids again: name=users, failedForMs={0}",
      new ServiceClocks(time.wall(), time.elapsed()));

  @Test
  void failed_soonAfterAnEarlierFailure_isLoggedAfterTenSeconds() {
    try (CapturedLog log = new CapturedLog(LastingFailureTest.class)) {
      failure.failed(new ExhaustedException("left=0, tried=1"));
      failure.succeeded();
      time.advance(Duration.ofSeconds(5));
      failure.failed(new ExhaustedException("left=0, tried=2"));
      failure.failed(new ExhaustedException("left=0, tried=2"));
      assertThat(log.messages()).hasSize(2);

      time.advance(Duration.ofSeconds(5));
      failure.failed(new ExhaustedException("left=0, tried=2"));
      failure.failed(new ExhaustedException("left=0, tried=2"));
      failure.succeeded();

      assertThat(log.messages().subList(2, log.messages().size()))
          .containsExactly(
              "a generator cannot make an id: name=users: left=0, tried=2",
              "a generator makes ids again: name=users, failedForMs=5000");
    }
  }
}
