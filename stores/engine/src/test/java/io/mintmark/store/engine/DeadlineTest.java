package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.testkit.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class DeadlineTest {

  private final ElapsedClock clock = new ManualTime(Instant.EPOCH).elapsed();

  @Test
  void left_asTimePasses_decreasesToZero() {
    Deadline deadline = new Deadline(Duration.ofMillis(10), clock);
    assertThat(deadline.leftMs()).isEqualTo(10);
    assertThat(deadline.part(4).leftNanos()).isEqualTo(2_500_000);
    deadline.pause(9_500_000);
    assertThat(deadline.leftNanos()).isEqualTo(500_000);
    assertThatThrownBy(deadline::leftMs)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("timeoutMs=10");
    deadline.pause(1_000_000_000);
    assertThat(deadline.isOver()).isTrue();
    assertThat(deadline.timeout()).isEqualTo(Duration.ofMillis(10));
  }

  @Test
  void await_interruptedThread_getsTheAnswerAndKeepsItsFlag() throws Exception {
    Deadline deadline = new Deadline(Duration.ofSeconds(60), ElapsedClock.system());
    Thread.currentThread().interrupt();
    try {
      assertThat(deadline.await(CompletableFuture.completedFuture(7))).isEqualTo(7);
      CompletableFuture<Integer> later = new CompletableFuture<>();
      new Thread(() -> later.complete(8)).start();
      assertThat(deadline.await(later)).isEqualTo(8);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void await_noAnswer_endsInTime() throws Exception {
    Deadline deadline = new Deadline(Duration.ofMillis(20), ElapsedClock.system());
    assertThatThrownBy(() -> deadline.await(new CompletableFuture<>()))
        .isInstanceOf(TimeoutException.class);
  }

  @Test
  void await_failure_isTheCause() {
    CompletableFuture<Integer> failed = CompletableFuture.failedFuture(new IOException("broken"));
    assertThatThrownBy(
            () -> new Deadline(Duration.ofSeconds(60), ElapsedClock.system()).await(failed))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(IOException.class);
  }

  @Test
  void await_manualClock_usesThatClock() throws Exception {
    CompletableFuture<Integer> answer = new CompletableFuture<>();
    clock.callAfter(5_000_000, () -> answer.complete(9));

    assertThat(new Deadline(Duration.ofHours(1), clock).await(answer)).isEqualTo(9);
    assertThatThrownBy(
            () -> new Deadline(Duration.ofHours(1), clock).await(new CompletableFuture<>()))
        .isInstanceOf(TimeoutException.class);
  }
}
