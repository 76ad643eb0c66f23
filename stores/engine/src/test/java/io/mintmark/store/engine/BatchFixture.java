package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;

/**
 * A group commit over an engine that a test can hold up, and the calls that the test makes
 * meanwhile.
 */
abstract class BatchFixture {

  static final Duration LONG = Duration.ofSeconds(60);
  static final Duration SHORT = Duration.ofMillis(20);
  static final int MAX_LINES = 3;

  final FakeEngine engine = new FakeEngine();
  final CountDownLatch released = new CountDownLatch(1);
  Commits commits = start(LONG);

  @AfterEach
  void close() {
    Semaphore gate = engine.gate;
    if (gate != null) {
      gate.release(100_000);
    }
    closeAtLast();
  }

  interface GateSteps {
    void run(Semaphore gate) throws Exception;
  }

  /** Runs a test's steps while the engine is held up in a claim on another line. */
  void behindAHeldBatch(GateSteps steps) throws Exception {
    Semaphore gate = hold();
    CompletableFuture<Long> first = inBackground(() -> commits.claim("first", 0, 1));
    engine.atGate.await();
    steps.run(gate);
    assertThat(first.get(60, TimeUnit.SECONDS)).isZero();
  }

  static List<Long> starts(List<CompletableFuture<Long>> calls) throws Exception {
    List<Long> starts = new ArrayList<>();
    for (CompletableFuture<Long> call : calls) {
      starts.add(call.get(60, TimeUnit.SECONDS));
    }
    return starts;
  }

  static void assertExhausted(CompletableFuture<Long> call) {
    assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS))
        .cause()
        .isInstanceOf(ExhaustedException.class)
        .hasMessageContaining("line=line");
  }

  void restart(BatchEngine other, Duration timeout) {
    closeAtLast();
    commits = new Commits(settings(timeout), other, MAX_LINES, released::countDown);
  }

  /**
   * Closes the commits. On a busy machine the short timeout may pass, but closing may be repeated.
   */
  void closeAtLast() {
    long deadline = System.nanoTime() + LONG.toNanos();
    while (true) {
      try {
        commits.close();
        return;
      } catch (StoreUnavailableException e) {
        assertThat(System.nanoTime()).as(e.getMessage()).isLessThan(deadline);
      }
    }
  }

  Commits start(Duration timeout) {
    return new Commits(settings(timeout), engine, MAX_LINES, released::countDown);
  }

  static OpenSettings settings(Duration timeout) {
    return new OpenSettings("test", timeout, timeout, false, StoreContext.system());
  }

  Semaphore hold() {
    Semaphore gate = new Semaphore(0);
    engine.gate = gate;
    return gate;
  }

  /** Makes a call in its own thread, and returns when the call waits for the next batch. */
  CompletableFuture<Long> waiting(Supplier<Long> call) {
    int before = commits.waiting();
    CompletableFuture<Long> answer = inBackground(call);
    spinUntil(() -> commits.waiting() > before);
    return answer;
  }

  void awaitBatches(int count) {
    spinUntil(() -> engine.batches().size() >= count);
  }

  static void spinUntil(BooleanSupplier condition) {
    long deadline = System.nanoTime() + LONG.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("comes true in time").isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  static CompletableFuture<Long> inBackground(Supplier<Long> call) {
    CompletableFuture<Long> answer = new CompletableFuture<>();
    new Thread(() -> {
          try {
            answer.complete(call.get());
          } catch (RuntimeException e) {
            answer.completeExceptionally(e);
          }
        })
        .start();
    return answer;
  }
}
