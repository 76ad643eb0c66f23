package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.Durability;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A caller that is interrupted while it writes for others too, on an engine that ends for it. */
class InterruptedLeaderTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  private static final class FragileEngine implements StoreEngine {

    private final Map<String, Long> lines = new HashMap<>();
    private final CountDownLatch atFirst = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private int batches;

    /** The first batch is held up, and the second one meets an interrupt after it was done. */
    @Override
    public void write(List<Write> writes, Deadline deadline) throws Exception {
      batches++;
      if (batches == 1) {
        atFirst.countDown();
        goesOn.await();
      }
      for (Write write : writes) {
        long next = lines.getOrDefault(write.line(), 0L);
        write
            .target(next)
            .ifPresentOrElse(
                moved -> {
                  lines.put(write.line(), moved);
                  write.done(moved);
                },
                () -> write.refused(next));
      }
      if (batches == 2) {
        Thread.currentThread().interrupt();
        throw new IOException("cut off by an interrupt");
      }
    }

    @Override
    public int maxLines() {
      return 100;
    }

    @Override
    public long position(String line, Deadline deadline) {
      return 0;
    }

    @Override
    public List<Line> lines(LinePage page, Deadline deadline) {
      return List.of();
    }

    @Override
    public void close() {}
  }

  private static final class Store extends EngineStore {
    Store(StoreEngine engine) {
      super(
          new OpenSettings("test", LONG, LONG, false, StoreContext.system()),
          engine,
          Durability.NOTHING_READ);
    }
  }

  /** Counts the threads that wait for an answer; their calls are pushed by then. */
  private static long callsUnderWay() {
    return Thread.getAllStackTraces().values().stream()
        .filter(trace -> Arrays.stream(trace)
            .anyMatch(frame -> frame.getClassName().equals(GroupCommit.class.getName())
                && frame.getMethodName().equals("answer")))
        .count();
  }

  @Test
  void claim_leaderInterrupted_othersAreAnsweredAndAComparisonFails() throws Exception {
    FragileEngine engine = new FragileEngine();
    try (Store store = new Store(engine)) {
      CompletableFuture<Long> first = BatchScene.inBackground(() -> store.claim("first", 0, 1));
      engine.atFirst.await();
      List<CompletableFuture<Long>> claims = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        claims.add(BatchScene.inBackground(() -> store.claim("line", 0, 1)));
      }
      CompletableFuture<Long> comparison =
          BatchScene.inBackground(() -> store.compareAndSet("compared", 0, 5) ? 1L : 0L);
      BatchScene.spinUntil(() -> callsUnderWay() == 5);
      engine.goesOn.countDown();

      assertThat(first.get(60, TimeUnit.SECONDS)).isZero();
      assertThat(BatchScene.starts(claims)).containsExactlyInAnyOrder(3L, 4L, 5L);
      Supplier<Throwable> failure =
          () -> comparison.handle((moved, thrown) -> thrown).join();
      assertThat(failure.get())
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("cut off by an interrupt");
    }
  }
}
