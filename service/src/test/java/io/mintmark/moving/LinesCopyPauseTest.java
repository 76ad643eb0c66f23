package io.mintmark.moving;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.error.LineMovedException;
import io.mintmark.internal.store.MemoryStore;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests processes that claim, open names or pause at any moment of a copy. */
class LinesCopyPauseTest {

  private static final int MAX_CALLS = 500;
  private static final long BOUND_SECONDS = 60;

  private final ExecutorService executor = Executors.newSingleThreadExecutor();

  @AfterEach
  void end() {
    executor.shutdownNow();
  }

  private static LinesCopy copy(MemoryStore from, MemoryStore to, Runnable before) {
    return new LinesCopy(
        new HookedStore(from, before, () -> {}),
        new HookedStore(to, before, () -> {}),
        "target",
        (step, done) -> {},
        1);
  }

  /**
   * Seals the lines that refused processes made after the gate was closed, and that no process
   * uses.
   */
  private static void sealWhatTheRefusedLeft(MemoryStore from, MemoryStore to) {
    copy(from, to, () -> {}).run();
  }

  @Test
  void run_othersClaimBetweenAnyTwoCalls_repeatsNothing() {
    boolean reached = true;
    for (int pause = 0; reached; pause++) {
      assertThat(pause).isLessThan(MAX_CALLS);
      MemoryStore from = new MemoryStore();
      MemoryStore to = new MemoryStore();
      int[] calls = new int[1];
      int at = pause;
      try (Claimants claimants = new Claimants(from, to)) {
        copy(from, to, () -> {
              if (calls[0]++ == at) {
                claimants.drawAll();
              }
            })
            .run();
        claimants.drawAll();
        sealWhatTheRefusedLeft(from, to);
        claimants.assertMoved();
      }
      reached = calls[0] > at;
    }
  }

  @Test
  @Tag("long")
  void run_othersClaimBetweenAllCalls_repeatsNothing() {
    MemoryStore from = new MemoryStore();
    MemoryStore to = new MemoryStore();
    try (Claimants claimants = new Claimants(from, to)) {
      copy(from, to, claimants::drawAll).run();
      sealWhatTheRefusedLeft(from, to);
      claimants.assertMoved();
    }
  }

  /**
   * A process pauses before its n-th call to the store while the copy runs from one of its calls to
   * a later call. The test runs every n with many pairs of these calls.
   */
  @ParameterizedTest
  @Tag("long")
  @CsvSource({"orders, 3", "orders-new, 4", "users, 6", "users-new, 22", "strict-new, 4"})
  void run_claimantPausedMeanwhile_repeatsNothing(String name, int claimantCalls) throws Exception {
    int copyCalls = countCalls();
    for (int stop = 0; stop <= claimantCalls; stop++) {
      for (int from = 0; from < copyCalls; from += 3) {
        for (int to = from; to < copyCalls + 3; to += 7) {
          stand(name, stop, from, to);
        }
      }
    }
  }

  private static int countCalls() {
    MemoryStore from = new MemoryStore();
    MemoryStore to = new MemoryStore();
    int[] calls = new int[1];
    try (Claimants claimants = new Claimants(from, to)) {
      copy(from, to, () -> calls[0]++).run();
      claimants.assertMoved();
    }
    return calls[0];
  }

  private void stand(String name, int stopAtCall, int copyFrom, int copyTo) throws Exception {
    MemoryStore from = new MemoryStore();
    MemoryStore to = new MemoryStore();
    try (Claimants claimants = new Claimants(from, to)) {
      Steps steps = new Steps(executor, before -> copy(from, to, before).run());
      steps.runTo(copyFrom);
      int[] calls = new int[1];
      HookedStore store = new HookedStore(
          from,
          () -> {
            if (calls[0]++ == stopAtCall) {
              steps.runTo(copyTo);
            }
          },
          () -> {});
      try (Mintmark mint = Claimants.open(store)) {
        claimants.add(name, Claimants.generator(mint, name).next());
      } catch (LineMovedException e) {
        assertThat(e.target()).isEqualTo("target");
      }
      steps.end();
      assertThat(claimants.drawFromTarget(name)).isTrue();
      sealWhatTheRefusedLeft(from, to);
      claimants.assertMoved();
    }
  }

  /** A copy in its own thread, which the test runs step by step. */
  private static final class Steps {

    private final Semaphore go = new Semaphore(0);
    private final Semaphore stopped = new Semaphore(0);
    private final Future<?> ended;
    private int calls;
    private volatile int until;
    private volatile boolean finished;

    Steps(ExecutorService executor, Consumer<Runnable> copy) {
      ended = executor.submit(() -> {
        acquire(go);
        try {
          copy.accept(this::before);
        } finally {
          finished = true;
          stopped.release();
        }
      });
    }

    private void before() {
      if (calls++ >= until) {
        stopped.release();
        acquire(go);
      }
    }

    void runTo(int call) {
      if (finished) {
        return;
      }
      until = call;
      go.release();
      acquire(stopped);
    }

    void end() throws Exception {
      runTo(Integer.MAX_VALUE);
      ended.get(BOUND_SECONDS, TimeUnit.SECONDS);
    }

    private static void acquire(Semaphore semaphore) {
      try {
        assertThat(semaphore.tryAcquire(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
    }
  }
}
