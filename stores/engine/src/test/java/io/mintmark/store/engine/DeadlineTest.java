package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.testkit.ManualTime;
import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class DeadlineTest {

  private final ElapsedClock clock = new ManualTime(Instant.EPOCH).elapsed();

  @Test
  void left_asTimePasses_fallsToNothing() {
    Deadline deadline = Deadline.in(Duration.ofMillis(10), clock);
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
    Deadline deadline = Deadline.in(Duration.ofSeconds(60));
    ReentrantLock lock = new ReentrantLock();
    Thread.currentThread().interrupt();
    try {
      assertThat(deadline.await(CompletableFuture.completedFuture(7))).isEqualTo(7);
      assertThat(deadline.acquire(lock)).isTrue();
      assertThat(lock.isHeldByCurrentThread()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void await_nothingComes_isOverInTime() throws Exception {
    Deadline deadline = Deadline.in(Duration.ofMillis(20));
    assertThatThrownBy(() -> deadline.await(new CompletableFuture<>()))
        .isInstanceOf(TimeoutException.class);
    ReentrantLock lock = new ReentrantLock();
    Thread holder = new Thread(lock::lock);
    holder.start();
    holder.join();
    assertThat(deadline.acquire(lock)).isFalse();
  }
}
