package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.store.Line;
import io.mintmark.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Counts the batches of writes of many generators that start at the same moment in one process. */
class StartTogetherTest {

  private static final int GENERATORS = 200;
  private static final Duration LONG = Duration.ofSeconds(60);

  /** An engine with long round trips, during which other calls collect for the next batch. */
  private static final class FarEngine implements StoreEngine {

    private static final long ROUND_TRIP_NANOS = 20_000_000;

    private final Map<String, Long> lines = new ConcurrentHashMap<>();
    private final AtomicInteger batches = new AtomicInteger();

    private void travel() {
      long end = System.nanoTime() + ROUND_TRIP_NANOS;
      while (System.nanoTime() < end) {
        LockSupport.parkNanos(end - System.nanoTime());
      }
    }

    @Override
    public void write(List<Write> writes, Deadline deadline) {
      batches.incrementAndGet();
      travel();
      for (Write write : writes) {
        long next = lines.getOrDefault(write.line(), 0L);
        OptionalLong target = write.target(next);
        target.ifPresent(moved -> lines.put(write.line(), moved));
        if (target.isPresent()) {
          write.done(target.getAsLong());
        } else {
          write.refused(next);
        }
      }
    }

    @Override
    public int maxLines() {
      return 10_000;
    }

    @Override
    public long position(String line, Deadline deadline) {
      travel();
      return lines.getOrDefault(line, 0L);
    }

    @Override
    public LinePositions positions(List<String> all, Deadline deadline) {
      travel();
      return new LinePositions(
          all.stream().map(line -> lines.getOrDefault(line, 0L)).toList(),
          Optional.of(Instant.now()));
    }

    @Override
    public List<Line> lines(LinePage page, Deadline deadline) {
      throw new UnsupportedOperationException("nothing here lists lines");
    }

    @Override
    public void close() {}
  }

  private static final class FarStore extends EngineStore {
    FarStore(StoreEngine engine) {
      super(
          new OpenSettings("far", LONG, LONG, false, StoreContext.system()),
          engine,
          Durability.NOTHING_READ);
    }
  }

  private static int start(FarEngine engine) {
    int before = engine.batches.get();
    try (FarStore store = new FarStore(engine);
        Mintmark mint = Mintmark.builder().store(store).claimTimeout(LONG).open()) {
      List<Long> ids =
          Race.run(GENERATORS, index -> mint.snowflake("generator-" + index).next());
      int taken = engine.batches.get() - before;
      assertThat(ids).allMatch(id -> id > 0);
      assertThat(engine.lines.keySet()).anyMatch(line -> line.startsWith("worker/generator-199/"));
      return taken;
    }
  }

  /**
   * Separately, each generator needs two writes on an empty store, and one write the next time.
   * Without sharing these are 400 and 200 batches. At most 64 threads claim at the same time, and
   * notes are written too.
   */
  @Test
  @Tag("long")
  void snowflakes_twoHundredAtOnce_shareBatches() {
    FarEngine engine = new FarEngine();

    assertThat(start(engine)).as("on an empty store").isLessThanOrEqualTo(60);
    assertThat(start(engine)).as("on one that knows the names").isLessThanOrEqualTo(60);
  }
}
