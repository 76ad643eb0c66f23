package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Generator;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.objectid.LegacyObjectIdGenerator;
import io.mintmark.prefix.PrefixedIds;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares the count of ids, which is computed from positions, with the number of ids that callers
 * received.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class GeneratorMadeCountTest {

  /**
   * The seeds from 31 on found a bug: a claim in the caller's thread gave positions to a call that
   * already had some.
   */
  private static final List<Long> SEEDS = List.of(1L, 2L, 3L, 4L, 31L, 48L, 55L, 57L, 85L, 93L);

  private enum Kind {
    STRICT(mint -> mint.sequence("g", s -> s.strict(true))),
    SEGMENTED(mint -> mint.sequence("g", s -> s.segment(1, 50))),
    CYCLIC(mint -> mint.sequence("g", s -> s.cycle(1, 99))),
    SNOWFLAKE(mint -> mint.snowflake("g")),
    SECONDS(mint -> mint.snowflake("g", s -> s.unit(Duration.ofSeconds(1)))),
    KEYS(mint -> mint.keys("g", k -> k.format("{time:yyMMddHHmmssSSS}{worker:2}{seq:3}"))),
    CLAIMED_KEYS(mint -> mint.keys("g", k -> k.format("{time:yyMMddHHmmssSSS}{seq:3}"))),
    SHARED_DAY(
        mint -> mint.keys("g", k -> k.format("{time:yyyyMMdd}{worker:2}{seq:6}").zone("UTC"))),
    OBJECT_ID(mint -> mint.objectIds("g")),
    V1(mint -> mint.uuids("g", u -> u.version(1))),
    V4(mint -> mint.uuids("g", u -> u.version(4))),
    V6(mint -> mint.uuids("g", u -> u.version(6))),
    V7(mint -> mint.uuids("g")),
    TYPE_ID(mint -> PrefixedIds.typeIds(mint.uuids("g"), "user")),
    PREFIXED(mint -> PrefixedIds.of(mint.sequence("g", s -> s.segment(1, 50)), "ord"));

    @SuppressWarnings("ImmutableEnumChecker") // Stateless lambda.
    private final Function<Mintmark, Generator> open;

    Kind(Function<Mintmark, Generator> open) {
      this.open = open;
    }
  }

  /**
   * The clocks step and stop, the store fails and recovers, and this Mintmark is suspended for
   * snapshots.
   */
  @ParameterizedTest
  @Tag("long")
  @EnumSource(Kind.class)
  void made_clockStepsAndStoreFailures_equalsIdsReturned(Kind kind) {
    SEEDS.forEach(seed -> liveThrough(kind, seed));
  }

  private static void liveThrough(Kind kind, long seed) {
    Random random = new Random(seed);
    ManualTime time = new ManualTime(Instant.parse("2026-03-01T12:00:00Z"));
    FaultyStore store = new FaultyStore(() -> new MemoryStore(time.wall()));
    try (Mintmark mint = Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .background(Runnable::run)
        .seed(seed)
        .of(Mintmark.builder())
        .store(store)
        .claimTimeout(Duration.ofMillis(400))
        .open()) {
      Generator generator = kind.open.apply(mint);
      List<CompletableFuture<List<String>>> pending = new ArrayList<>();
      long got = 0;
      for (int step = 0; step < 3_000; step++) {
        switch (random.nextInt(8)) {
          case 0 -> time.advance(Duration.ofMillis(random.nextInt(3_000)));
          case 1 -> time.advanceElapsed(Duration.ofMillis(random.nextInt(20)));
          case 2 -> time.stepWall(Duration.ofMillis(random.nextInt(3_000) - 1_500));
          case 3 -> store.setDown(random.nextInt(3) == 0);
          case 4 -> pending.add(generator.nextTextBatchAsync(1));
          default -> got += drawn(generator);
        }
        got += pending.stream()
            .filter(call -> call.isDone() && !call.isCompletedExceptionally())
            .count();
        pending.removeIf(CompletableFuture::isDone);
        assertThat(generator.made()).as("seed=%d, step=%d", seed, step).isEqualTo(got);
      }
      assertThat(got).as("seed=%d", seed).isGreaterThan(100);
    }
  }

  /**
   * Requests one id. A larger call may fail after it has taken some ids, and these count as made.
   */
  private static int drawn(Generator generator) {
    try {
      return generator.nextTextBatch(1).size();
    } catch (MintmarkException e) {
      return 0;
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void made_manyThreadsAndBatches_equalsIdsReturned(Kind kind) throws Exception {
    int threads = 4;
    int rounds = 2_000;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (Mintmark mint = Mintmark.open("memory:")) {
      Generator generator = kind.open.apply(mint);
      List<Future<Long>> got = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        got.add(pool.submit(() -> {
          long sum = 0;
          for (int round = 0; round < rounds; round++) {
            sum += generator.nextTextBatch(round % 50 == 0 ? 20 : 1).size();
          }
          return sum;
        }));
      }
      long all = 0;
      for (Future<Long> each : got) {
        all += each.get();
      }
      assertThat(generator.made()).isEqualTo(all);
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void made_legacyObjectIds_areCounted() {
    LegacyObjectIdGenerator legacy = LegacyObjectIdGenerator.ofDriver("legacy", 1);
    assertThat(legacy.nextBatch(3)).hasSize((int) legacy.made());
  }

  @Test
  void made_afterForget_isUnchanged() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      Generator users = mint.snowflake("users");
      assertThat(users.nextTextBatch(3)).hasSize(3);
      mint.forget(users);
      assertThat(users.made()).isEqualTo(3);
    }
  }
}
