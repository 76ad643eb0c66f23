package io.mintmark.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.store.ClaimStore;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LateStoreTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final MemoryStore engine = new MemoryStore();

  @Test
  void open_engineAvailable_isOpenAtOnce() {
    try (LateStore store = LateStore.open("test", () -> engine, PATIENCE)) {
      assertThat(store.claim("seq/a", 0, 1)).isZero();
    }
    assertThatThrownBy(() -> engine.position("seq/a")).isInstanceOf(ClosedException.class);
  }

  @Test
  @Tag("long")
  void open_engineUnavailable_failsCallsUntilARetrySucceeds() throws InterruptedException {
    AtomicInteger tries = new AtomicInteger();
    CountDownLatch second = new CountDownLatch(1);
    try (LateStore store = LateStore.open(
        "test",
        () -> {
          if (tries.incrementAndGet() == 1) {
            throw new StoreUnavailableException("connection refused: port=1");
          }
          second.countDown();
          return engine;
        },
        PATIENCE)) {
      assertThatThrownBy(() -> store.claim("seq/a", 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("store=test, reason=connection refused: port=1");
      assertThat(second.await(60, TimeUnit.SECONDS)).isTrue();
      assertThatCode(() -> opened(store)).doesNotThrowAnyException();
      assertThat(store.claim("seq/a", 0, 1)).isZero();
    }
  }

  /** Waits until the result of the second try is visible. */
  private static void opened(ClaimStore store) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (System.nanoTime() - deadline < 0) {
      try {
        long unused = store.position("seq/a");
        return;
      } catch (StoreUnavailableException e) {
        Thread.onSpinWait();
      }
    }
    throw new AssertionError("the store did not open");
  }

  @Test
  void open_wrongConfiguration_throws() {
    ConfigurationException fault = new ConfigurationException("store", "no such adapter");
    assertThatThrownBy(() -> LateStore.open(
            "test",
            () -> {
              throw fault;
            },
            PATIENCE))
        .isSameAs(fault);
  }

  @Test
  void close_duringOpen_closesTheStoreOnceOpen() throws InterruptedException {
    CountDownLatch goOn = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    ClaimStore slow = new ForwardingStore(engine) {
      @Override
      public void close() {
        super.close();
        closed.countDown();
      }
    };
    LateStore store = LateStore.open(
        "test",
        () -> {
          await(goOn);
          return slow;
        },
        Duration.ofMillis(1));
    assertThatThrownBy(() -> store.position("seq/a"))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("it has not answered yet");
    store.close();
    assertThatThrownBy(() -> store.position("seq/a")).isInstanceOf(ClosedException.class);
    goOn.countDown();
    assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
  }

  private static void await(CountDownLatch latch) {
    try {
      boolean unused = latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
