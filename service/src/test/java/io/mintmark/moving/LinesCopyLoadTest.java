package io.mintmark.moving;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.LongGenerator;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.testkit.DuplicateOracle;
import io.mintmark.testkit.Race;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Tests a copy under the load of several processes. Each process continues with the target when its
 * claims are refused.
 */
class LinesCopyLoadTest {

  private static final int PROCESSES = 3;
  private static final int BEFORE = 2_000;
  private static final int AFTER = 2_000;
  private static final int FRESH_NAMES = 40;
  private static final long MAX_IDS = 2_000_000;
  private static final long DEADLINE_NANOS = Duration.ofSeconds(60).toNanos();

  private final MemoryStore source = new MemoryStore();
  private final MemoryStore target = new MemoryStore();
  private final CountDownLatch underWay = new CountDownLatch(PROCESSES);
  private final AtomicInteger refused = new AtomicInteger();

  private static final Map<String, Function<Mintmark, LongGenerator>> KINDS = Map.of(
      "snowflake", mint -> mint.snowflake("users", s -> s.window(Duration.ofMillis(20))),
      "segmented", mint -> mint.sequence("orders", s -> s.segmentDuration(Duration.ofMillis(2))),
      "strict", mint -> mint.sequence("strict", s -> s.strict(true)));

  @Test
  void run_underLoad_repeatsNothingAndAllContinueInTheTarget() {
    DuplicateOracle oracle = new DuplicateOracle(MAX_IDS);

    List<CopyReport> reports = Race.run(PROCESSES + 1, index -> {
      if (index < PROCESSES) {
        claimInBoth(oracle, index);
        return new CopyReport(0, 0, 0, List.of());
      }
      underWay.await();
      return new LinesCopy(source, target, "target", (step, done) -> {}, 8).run();
    });

    assertThat(oracle.duplicate()).isEmpty();
    assertThat(oracle.count()).isGreaterThanOrEqualTo(PROCESSES * (BEFORE + AFTER));
    assertThat(refused).hasValueGreaterThanOrEqualTo(PROCESSES);
    assertThat(reports.get(PROCESSES).sealed()).isPositive();
    assertThat(reports.get(PROCESSES).clashes()).isEmpty();
  }

  /**
   * Runs one process: it makes ids of all kinds in turn from the source until they are refused,
   * then from the target, including new names.
   */
  private void claimInBoth(DuplicateOracle oracle, int index) {
    int made;
    try (Mintmark old = Mintmark.open(source)) {
      made = claimUntilRefused(oracle, old, index);
    }
    assertThat(made).isGreaterThanOrEqualTo(BEFORE);
    try (Mintmark next = Mintmark.open(target)) {
      for (String kind : KINDS.keySet()) {
        LongGenerator generator = await(() -> opened(next, kind));
        for (int i = 0; i < AFTER / KINDS.size() + 1; i++) {
          oracle.add(kind + " " + generator.next());
        }
      }
      for (int i = 0; i < FRESH_NAMES; i++) {
        String name = "fresh-" + i;
        LongGenerator generator = await(() -> next.sequence(name));
        oracle.add(name + " " + generator.next());
      }
    }
  }

  private int claimUntilRefused(DuplicateOracle oracle, Mintmark old, int index) {
    List<String> open = new ArrayList<>(KINDS.keySet());
    int made = 0;
    boolean announced = false;
    for (int round = 0; !open.isEmpty(); round++) {
      assertThat(made).isLessThan((int) (MAX_IDS / PROCESSES / 2));
      if (made >= BEFORE && !announced) {
        announced = true;
        underWay.countDown();
      }
      for (String kind : List.copyOf(open)) {
        try {
          oracle.add(kind + " " + opened(old, kind).next());
          made++;
        } catch (LineMovedException e) {
          assertThat(e.target()).isEqualTo("target");
          refused.incrementAndGet();
          open.remove(kind);
        }
      }
      // All processes use the same new names, so a process may continue a sequence that another
      // process created.
      if (made >= BEFORE / 2 && round % 20 == index) {
        String name = "fresh-" + round / 20 % FRESH_NAMES;
        try {
          oracle.add(name + " " + old.sequence(name).next());
        } catch (LineMovedException e) {
          assertThat(e.target()).isEqualTo("target");
        }
      }
    }
    return made;
  }

  private static LongGenerator opened(Mintmark mint, String kind) {
    return Objects.requireNonNull(KINDS.get(kind)).apply(mint);
  }

  /** Opens a generator, and retries while its lines are being moved. */
  private static LongGenerator await(Supplier<LongGenerator> opening) {
    long start = System.nanoTime();
    while (true) {
      try {
        return opening.get();
      } catch (StoreUnavailableException e) {
        assertThat(e).hasMessageContaining("are being moved here");
        assertThat(System.nanoTime() - start).isLessThan(DEADLINE_NANOS);
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  @Test
  void seal_lineUnderConstantClaims_endsIt() {
    LineStore busy = new MemoryStore();
    CountDownLatch claiming = new CountDownLatch(3);
    long[] below = new long[1];

    List<Long> ends = Race.run(4, index -> {
      if (index == 3) {
        claiming.await();
        assertThat(LinesCopy.seal(busy, "seq/a", 0, end -> below[0] = end)).isTrue();
        return 0L;
      }
      long end = 0;
      try {
        while (true) {
          end = busy.claim("seq/a", 0, 1) + 1;
          claiming.countDown();
        }
      } catch (ExhaustedException e) {
        return end;
      }
    });

    assertThat(ends).allMatch(end -> end <= below[0]);
    assertThat(busy.position("seq/a")).isEqualTo(Long.MAX_VALUE);
  }
}
