package io.mintmark.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.ClosedException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.key.KeyRequest;
import io.mintmark.testkit.DuplicateOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that idle names are forgotten, with a manual clock. */
class IdleNamesTest {

  private static final Duration IDLE_AFTER = Duration.ofHours(1);
  private static final int CALLERS = 2;
  private static final int FORGOTTEN_TIMES = 500;

  /** How many ids a caller may draw between two sweeps. Then it waits for the next sweep. */
  private static final int MOST_BETWEEN = 5_000;

  private static final int MAX_IDS = 10_000_000;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

  private final MemoryStore store = new MemoryStore();
  private final Mintmark mint = Mintmark.open(store);
  private IdService service;
  private long minutes;

  @BeforeEach
  void open(@TempDir Path directory) throws IOException {
    service = new IdService(mint, Config.load(Files.writeString(directory.resolve("m.yaml"), """
        generators:
          fixed: {type: sequence}
        auto-create:
          "strict*": {strict: true}
          "a": {segment: 100..100}
          "*": {}
        max-auto-created: 2
        """)));
    look(0);
  }

  @AfterEach
  void close() {
    mint.close();
    store.close();
  }

  private void look(int later) {
    minutes += later;
    service.sweep(TimeUnit.MINUTES.toNanos(minutes), IDLE_AFTER);
  }

  private List<String> names() {
    return service.generators().stream().map(each -> each.description().name()).toList();
  }

  private long increment(String name) {
    return Long.parseLong(Drawn.next(service, name, 1, KeyRequest.PLAIN).get(0));
  }

  /** A new generator of the name could not detect that the store went back. */
  @Test
  void look_nameThatDetectedARewind_makesNoIdsAfterForget() {
    increment("strict-a");
    increment("strict-a");
    assertThat(store.lower("seq/strict-a", 2, 1)).isTrue();
    assertThatThrownBy(() -> increment("strict-a")).isInstanceOf(StoreRewoundException.class);

    look(0);
    look(61);

    assertThat(names()).doesNotContain("strict-a");
    assertThatThrownBy(() -> increment("strict-a")).isInstanceOf(StoreRewoundException.class);
  }

  @Test
  void look_unusedName_isEvictedAndKeepsItsLine() {
    increment("a");
    look(0);

    look(59);
    assertThat(names()).containsExactly("fixed", "a");
    look(1);

    assertThat(names()).containsExactly("fixed");
    assertThat(mint.generators()).hasSize(1);
    assertThat(service.last("a")).isEmpty();
    assertThat(increment("a")).isEqualTo(101);
  }

  @Test
  void look_nameUsedSometimes_isKept() {
    for (int i = 1; i <= 5; i++) {
      assertThat(increment("a")).isEqualTo(i);
      look(59);
    }
    assertThat(service.last("a")).contains("5");
  }

  @Test
  void look_configuredName_isNeverEvicted() {
    increment("fixed");
    look(0);

    look(100);

    assertThat(increment("fixed")).isEqualTo(2);
  }

  @Test
  void look_strictName_isEvictedWithoutGap() {
    increment("strict-a");
    look(0);
    look(60);

    assertThat(names()).containsExactly("fixed");
    assertThat(increment("strict-a")).isEqualTo(2);
  }

  @Test
  void look_maximumNames_makesRoomForAsManyNewNames() {
    increment("a");
    increment("b");
    assertThatThrownBy(() -> increment("c")).hasMessageContaining("max-auto-created=2");
    look(0);
    look(60);

    increment("c");
    increment("d");
    assertThatThrownBy(() -> increment("e")).hasMessageContaining("max-auto-created=2");
  }

  @Test
  void increment_generatorClosedDuringTheCall_retriesWithANewOne() {
    increment("a");
    // The same happens to a call that found the name just before the name was forgotten.
    mint.forget(mint.sequence("a"));

    assertThat(increment("a")).isEqualTo(101);
    assertThat(Drawn.next(service, "a", 3, KeyRequest.PLAIN)).hasSize(3);
    increment("b");
    assertThatThrownBy(() -> increment("c")).hasMessageContaining("max-auto-created=2");
  }

  @Test
  void increment_allClosed_throws() {
    increment("a");
    mint.close();

    assertThatThrownBy(() -> increment("a")).isInstanceOf(ClosedException.class);
    assertThatThrownBy(() -> increment("fixed")).isInstanceOf(ClosedException.class);
  }

  /** Every caller draws a number between two sweeps, so that no caller starves. */
  @Test
  @Tag("long")
  void increment_duringEvictions_neverFailsOrRepeats() throws Exception {
    DuplicateOracle oracle = new DuplicateOracle(MAX_IDS);
    AtomicIntegerArray drawn = new AtomicIntegerArray(CALLERS);
    AtomicIntegerArray allowed = new AtomicIntegerArray(CALLERS);
    ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    List<Future<?>> callers = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      int caller = i;
      callers.add(threads.submit(() -> draw(oracle, drawn, allowed, caller)));
    }
    try {
      long deadline = System.nanoTime() + PATIENCE_NANOS;
      for (int i = 0; i < FORGOTTEN_TIMES; i++) {
        for (int caller = 0; caller < CALLERS; caller++) {
          int before = drawn.get(caller);
          allowed.set(caller, before + MOST_BETWEEN);
          while (drawn.get(caller) - before < 2 && !callers.get(caller).isDone()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
          }
        }
        service.sweep(0, Duration.ZERO);
      }
    } finally {
      threads.shutdownNow();
    }
    for (Future<?> caller : callers) {
      caller.get(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
    }

    assertThat(oracle.duplicate()).isEmpty();
    assertThat(names()).hasSizeLessThanOrEqualTo(2);
    look(0);
    look(60);
    increment("b");
    increment("c");
  }

  private void draw(
      DuplicateOracle oracle, AtomicIntegerArray drawn, AtomicIntegerArray allowed, int caller) {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        if (drawn.get(caller) < allowed.get(caller)) {
          oracle.add(increment("a"));
          drawn.incrementAndGet(caller);
        } else {
          Thread.onSpinWait();
        }
      }
    } catch (StoreUnavailableException e) {
      // A call that is interrupted while it waits for a claim fails in this way.
      assertThat(e).hasMessageContaining("interrupted");
    }
  }
}
