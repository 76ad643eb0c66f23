package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.generator.LongRange;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.line.RangeSource.Owned;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.rigs.LongRun;
import io.mintmark.store.EngineLife;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.ManualTime;
import io.mintmark.testkit.Ranges;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Processes take and renew worker numbers with the product's own code, on an engine that loses
 * writes. Between any two calls, time may pass, the engine may restart with older lines and another
 * clock, an earlier write may be delivered again, and another process may do its work. Writes also
 * meet other faults. If one rule is removed, the same schedules must show a duplicate.
 */
class MemoryLossTest {

  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
  private static final long CAPACITY = 4;
  private static final TickRules RULES = new TickRules(
      TickScale.of(Instant.parse("2020-01-01T00:00:00Z").toEpochMilli(), 1_000),
      CAPACITY,
      1L << 40,
      1_000,
      60_000,
      OnClockBehind.HOP);
  private static final ClockAheadRules SKEW =
      new ClockAheadRules(5_000, false, UnaryOperator.identity());
  private static final long WINDOW_TICKS = 10;

  private static final int SEEDS = LongRun.size(100, 1_000);
  private static final int STEPS = 150;
  private static final int PROCESSES = 3;

  /** What is removed: one rule, or one property of the engine's replies. */
  private enum Without {
    NOTHING,
    /** A number may be taken without waiting. */
    WAITING,
    /** A restart between two calls is not detected. */
    ONE_LIFE,
    /** When another server takes over, its clock may differ by more than the margin. */
    NEAR_CLOCKS,
    /** All rules. A process takes a number one window ahead of now, as in the first version. */
    ALL
  }

  @Test
  @Tag("sized")
  void claim_engineLosesMemory_ownsNothingTwice() {
    int owned = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Run run = new Run(seed, Without.NOTHING);
      run.steps();
      for (List<LongRange> ranges : run.owned.values()) {
        try {
          Ranges.assertDisjoint(ranges);
        } catch (AssertionError e) {
          throw new AssertionError("seed=" + seed, e);
        }
        owned += ranges.size();
      }
    }
    assertThat(owned).as("takings and renewals").isGreaterThan(SEEDS * 5);
  }

  @ParameterizedTest
  @Tag("sized")
  @EnumSource(mode = Mode.EXCLUDE, names = "NOTHING")
  void claim_withoutOneRule_ownsAPositionTwice(Without rule) {
    for (int seed = 0; seed < SEEDS; seed++) {
      Run run = new Run(seed, rule);
      run.steps();
      for (List<LongRange> ranges : run.owned.values()) {
        try {
          Ranges.assertDisjoint(ranges);
        } catch (AssertionError e) {
          return;
        }
      }
    }
    throw new AssertionError("the schedules do not find what this rule is for: " + rule);
  }

  /** One random schedule. */
  private static final class Run {

    private final Random random;
    private final Without rule;
    private final ManualTime time = new ManualTime(START);
    private final FaultyStore engine = new FaultyStore(() -> new MemoryStore(time.wall()));
    private final List<Member> members = new ArrayList<>();
    private final Map<Long, List<LongRange>> owned = new TreeMap<>();
    private int writes;

    Run(int seed, Without rule) {
      this.random = new Random(seed);
      this.rule = rule;
      engine.setCanLoseAcknowledgedWrites(true);
      engine.randomFaults(seed, 5);
      for (int i = 0; i < PROCESSES; i++) {
        members.add(new Member());
      }
    }

    void steps() {
      for (int step = 0; step < STEPS; step++) {
        time.advance(Duration.ofMillis(random.nextInt(2_000)));
        if (random.nextInt(40) == 0) {
          forget();
        }
        members.get(random.nextInt(PROCESSES)).claim();
      }
    }

    private void forget() {
      if (random.nextInt(3) == 0) {
        engine.forgetAll();
        writes = 0;
      } else {
        int lost = random.nextInt(Math.min(writes, 20) + 1);
        engine.rewind(lost);
        writes -= lost;
      }
      int skewMs = rule == Without.NEAR_CLOCKS ? 30_000 : 5_000;
      engine.setClockOffset(Duration.ofMillis(random.nextInt(skewMs) - skewMs / 2));
    }

    /** An event between two calls of one process. */
    private void interlude() {
      switch (random.nextInt(25)) {
        case 0 -> forget();
        case 1 -> time.advance(Duration.ofMillis(random.nextInt(30_000)));
        case 2, 3 -> members.get(random.nextInt(PROCESSES)).claim();
        case 4 -> {
          if (writes > 0) {
            engine.redeliver();
          }
        }
        default -> time.advance(Duration.ofMillis(random.nextInt(20)));
      }
    }

    /** One process. It starts again when it detects a loss. */
    private final class Member {

      private final LineStore store = new Interrupted();
      private final long clockOffsetMs = random.nextLong(10_000) - 6_000;
      private RangeSource source = source();
      private Owned held = Owned.NOTHING;
      private boolean busy;
      private long highestMs;

      private RangeSource source() {
        WindowRules windows = new WindowRules(
            0,
            2,
            OptionalLong.empty(),
            new WindowRules.Ticks(WINDOW_TICKS),
            SKEW,
            UnaryOperator.identity());
        return rule == Without.ALL
            ? new FirstVersion(store)
            : WorkerSources.of(
                store,
                "worker/g/",
                RULES,
                windows,
                time.elapsed(),
                new SplittableRandom(random.nextLong()),
                "");
      }

      void claim() {
        if (busy) {
          return;
        }
        busy = true;
        try {
          long wallMs = time.wall().millis() + clockOffsetMs;
          highestMs = Math.max(highestMs, wallMs);
          long floor = RULES.floor(highestMs);
          Owned now = new Owned(
              held.worker(), Math.min(Math.max(held.position(), floor), held.end()), held.end());
          take(source.claim(new ClaimRequest(floor, floor, 1, 1, wallMs, now, false, false)));
        } catch (StoreRewoundException e) {
          source = source();
          held = Owned.NOTHING;
        } catch (MintmarkException e) {
          // The next step tries again.
        } finally {
          busy = false;
        }
      }

      private void take(Claimed claimed) {
        held = new Owned(claimed.worker(), claimed.start(), claimed.end());
        if (claimed.end() > claimed.start()) {
          owned
              .computeIfAbsent(claimed.worker(), worker -> new ArrayList<>())
              .add(new LongRange(claimed.start(), claimed.end()));
        }
      }
    }

    /**
     * The store as one process sees it. Before and after each of its calls, any event may happen.
     */
    private final class Interrupted extends ForwardingStore {

      Interrupted() {
        super(engine);
      }

      private <T> T interrupted(Function<LineStore, T> call) {
        interlude();
        T answer = call.apply(store());
        interlude();
        return answer;
      }

      @Override
      public long claim(String line, long atLeast, long count) {
        return interrupted(store -> {
          long start = store.claim(line, atLeast, count);
          writes++;
          return start;
        });
      }

      @Override
      public boolean compareAndSet(String line, long expected, long next) {
        return interrupted(store -> {
          boolean moved = store.compareAndSet(line, expected, next);
          writes += moved ? 1 : 0;
          return moved;
        });
      }

      @Override
      public long position(String line) {
        return interrupted(store -> store.position(line));
      }

      @Override
      public Optional<EngineLife> life(List<String> lines) {
        EngineLife life = interrupted(store -> store.life(lines).orElseThrow());
        return Optional.of(
            switch (rule) {
              case WAITING -> new EngineLife(life.id(), Instant.EPOCH, life.now(), life.next());
              case ONE_LIFE -> new EngineLife("", life.began(), life.now(), life.next());
              default -> life;
            });
      }
    }
  }

  /** The rule of the first version: a process that takes a number starts one window ahead. */
  private record FirstVersion(LineStore store) implements RangeSource {

    @Override
    public Claimed claim(ClaimRequest request) {
      long window = WINDOW_TICKS * CAPACITY;
      if (request.unexpired()) {
        String line = "worker/g/" + request.held().worker();
        long end = request.held().end();
        long count = Math.max(1, request.floor() + window - end);
        if (store.claim(line, end, count) == end) {
          return new Claimed(request.held().worker(), end, end + count, -1);
        }
      }
      for (long worker = 0; worker < 2; worker++) {
        String line = "worker/g/" + worker;
        long seen = store.position(line);
        long start = request.floor() + window;
        if (seen <= request.floor() && store.compareAndSet(line, seen, start + window)) {
          return new Claimed(worker, start, start + window, -1);
        }
      }
      throw new StoreRewoundException("none is idle");
    }
  }
}
