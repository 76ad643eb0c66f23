package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.line.RangeSource.Owned;
import io.mintmark.internal.line.WindowRules.SharedTick;
import io.mintmark.internal.line.WindowRules.Ticks;
import io.mintmark.internal.line.WindowRules.Window;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.store.EngineLife;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Which worker number is taken, and how many positions of its line, at the bounds. */
final class WorkerLinesTest {

  private static final long CAPACITY = 10;
  private static final long TICKS = 1_000;
  private static final long WORKERS = 8;
  private static final String NOTE = "host-1";
  private static final Window WINDOW = new Ticks(4);
  private static final Window SHARED = new SharedTick(Duration.ZERO);
  private static final ClockAheadRules SKEW = new ClockAheadRules(5_000, true, now -> now);
  private static final TickRules RULES =
      new TickRules(TickScale.of(0, 1), CAPACITY, TICKS, 1_000, 5, OnClockBehind.REFUSE);

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final MemoryStore store = new MemoryStore(time.wall());

  private WorkerLines source(Window window, long seed) {
    return source(window, seed, WORKERS, store);
  }

  private WorkerLines source(Window window, long seed, long workers, LineStore engine) {
    WindowRules windows =
        new WindowRules(0, workers, OptionalLong.empty(), window, SKEW, now -> now);
    return WorkerSources.of(
        engine, "worker/x/", RULES, windows, time.elapsed(), new SplittableRandom(seed), NOTE);
  }

  private static ClaimRequest request(long floor, long count, Owned held) {
    return new ClaimRequest(floor, floor, count, count, 0, held, false, false);
  }

  private WorkerStore lines() {
    return new WorkerStore(store, "worker/x/", RULES, SKEW);
  }

  @Test
  void claim_numberHeldBefore_takesItAgain() {
    for (long seed = 0; seed < 10; seed++) {
      assertThat(source(WINDOW, seed)
              .claim(request(seed * 40, 1, new Owned(0, seed * 40, seed * 40)))
              .worker())
          .isZero();
    }
  }

  /** A process used the number after the backup. The restored store does not contain its line. */
  @Test
  void claim_clockBehindARestore_takesNoNumber() {
    for (Window window : List.of(WINDOW, SHARED)) {
      MemoryStore restored = new MemoryStore(time.wall());
      assertThat(restored.compareAndSet("worker/x/-", 0, 500)).isTrue();
      WorkerLines source = source(window, 1, WORKERS, restored);
      for (boolean hop : new boolean[] {false, true}) {
        ClaimRequest early = new ClaimRequest(490, 490, 1, 1, 0, Owned.NOTHING, hop, false);
        assertThatThrownBy(() -> source.claim(early)).isInstanceOf(MintmarkException.class);
      }
      assertThat(restored.lines("worker/x/")).hasSize(1);
      assertThat(source.claim(request(500, 1, Owned.NOTHING)).start()).isEqualTo(500);
    }
  }

  @Test
  void claim_clockBehindARestore_reportsWhenItCanSucceed() {
    assertThat(store.compareAndSet("worker/x/-", 0, 500)).isTrue();
    assertThatThrownBy(() -> source(WINDOW, 1).claim(request(460, 1, Owned.NOTHING)))
        .isInstanceOf(NoIdleWorkerException.class)
        .hasMessageContaining("nextIdleInMs=50,");
  }

  @Test
  void claim_heldNumberTakenByOthers_takesThePreferredNumber() {
    assertThat(store.compareAndSet("worker/x/0", 0, 500)).isTrue();
    for (long seed = 0; seed < 10; seed++) {
      WindowRules windows =
          new WindowRules(0, WORKERS, OptionalLong.of(5), WINDOW, SKEW, now -> now);
      WorkerLines source = WorkerSources.of(
          store, "worker/x/", RULES, windows, time.elapsed(), new SplittableRandom(seed), "");

      assertThat(source.claim(request(40 + seed * 40, 1, new Owned(0, 40, 40))).worker())
          .isEqualTo(5);
    }
  }

  /** The held range reaches past that reading, so the claim would only extend it. */
  @Test
  void claim_moreWhileTheClockIsFarAhead_isRefused() {
    WorkerLines source = source(WINDOW, 1);
    Claimed held = source.claim(request(0, 1, Owned.NOTHING));
    Owned owned = new Owned(held.worker(), 0, held.end());
    ClaimRequest ahead = new ClaimRequest(1, 1, 1, 1, 5_001, owned, false, false);

    assertThatThrownBy(() -> source.claim(ahead)).isInstanceOf(ClockAheadException.class);
    assertThat(store.position("worker/x/" + held.worker())).isEqualTo(held.end());
  }

  @Test
  void claim_everyNumberIsHeld_isRefused() {
    for (long worker = 0; worker < WORKERS; worker++) {
      assertThat(store.compareAndSet("worker/x/" + worker, 0, 500)).isTrue();
    }

    assertThatThrownBy(() -> source(WINDOW, 1).claim(request(40, 1, Owned.NOTHING)))
        .isInstanceOf(NoIdleWorkerException.class)
        .hasMessageContaining("every worker number is held: nextIdleInMs=50, workers=0..7,")
        .hasMessageContaining("lines=worker/x/*; no id issued; end a process");
  }

  @Test
  void claim_thisProcessHoldsTheNumbers_suggestsOneMintmark() {
    for (int i = 0; i < WORKERS; i++) {
      assertThat(source(WINDOW, i).claim(request(0, 1, Owned.NOTHING)).end()).isPositive();
    }

    assertThatThrownBy(() -> source(WINDOW, 1).claim(request(1, 1, Owned.NOTHING)))
        .isInstanceOf(NoIdleWorkerException.class)
        .hasMessageContaining("open one Mintmark for the whole process");
  }

  /**
   * The lines are far ahead after {@code lines raise}, or when the clock is behind. No process
   * holds the numbers then.
   */
  @Test
  void claim_everyLineFarAhead_advisesToCorrectTheClock() {
    TickRules longer =
        new TickRules(RULES.scale(), RULES.capacity(), 1L << 40, 1_000, 60_000, RULES.onBehind());
    for (long worker = 0; worker < WORKERS; worker++) {
      assertThat(store.compareAndSet("worker/x/" + worker, 0, longer.floor(3_600_000)))
          .isTrue();
    }
    WindowRules windows =
        new WindowRules(0, WORKERS, OptionalLong.empty(), WINDOW, SKEW, now -> now);
    WorkerLines source = WorkerSources.of(
        store, "worker/x/", longer, windows, time.elapsed(), new SplittableRandom(1), "");

    assertThatThrownBy(() -> source.claim(request(40, 1, Owned.NOTHING)))
        .isInstanceOf(NoIdleWorkerException.class)
        .hasMessageContaining("is further ahead of the clock than a process may claim")
        .hasMessageContaining("correct the clock")
        .hasMessageMatching("(?s)(?!.*end a process).*");
  }

  /** Each read has more numbers than the previous one, up to 64: 8, 8, 16, 32, 64, 64 and 64. */
  @Test
  void claim_manyNumbersAllHeld_throwsAfterSevenReads() {
    Counted engine = new Counted(store);
    for (long worker = 0; worker < 256; worker++) {
      stand(worker, 500);
    }

    assertThatThrownBy(() -> source(WINDOW, 1, 256, engine).claim(request(40, 1, Owned.NOTHING)))
        .isInstanceOf(NoIdleWorkerException.class);
    assertThat(engine.reads).isEqualTo(7);
  }

  @Test
  void afterClaim_numberTaken_writesTheHolderNoteOnce() {
    WorkerLines source = source(WINDOW, 1);
    Claimed taken = source.claim(request(40, 1, Owned.NOTHING));
    String line = "worker/x/" + taken.worker();
    assertThat(store.line(line)).hasValueSatisfying(it -> assertThat(it.note()).isEmpty());

    source.afterClaim();
    assertThat(store.line(line)).hasValueSatisfying(it -> assertThat(it.note()).isEqualTo(NOTE));

    store.annotate(line, "somebody else");
    source.afterClaim();
    assertThat(store.line(line))
        .hasValueSatisfying(it -> assertThat(it.note()).isEqualTo("somebody else"));
  }

  @Test
  void claim_sharedTick_fillsOneNumberAfterAnother() {
    WorkerLines source = source(SHARED, 1);
    for (long worker = 0; worker < WORKERS; worker++) {
      assertThat(source.claim(request(40, CAPACITY, Owned.NOTHING)))
          .isEqualTo(new Claimed(worker, 40, 50, -1));
    }

    assertThatThrownBy(() -> source.claim(request(40, 1, Owned.NOTHING)))
        .isInstanceOf(TickExhaustedException.class)
        .hasMessageContaining("all numbers of this tick are used: count=1, capacity=10")
        .hasMessageContaining("workers=0..7,");
  }

  /** A line at the end of the current tick has used up this tick. */
  @Test
  void claim_sharedTickAndAllLinesLater_failsWithClockBehind() {
    for (long worker = 0; worker < WORKERS; worker++) {
      stand(worker, 51 + worker);
    }
    ClaimRequest now = request(42, 1, Owned.NOTHING);

    assertThatThrownBy(() -> source(SHARED, 1).claim(now))
        .isInstanceOf(ClockBehindException.class)
        .hasMessageContaining("every worker number: behindMs=5, workers=0..7, lines=worker/x/*;");
  }

  @Test
  void claim_sharedTickAndOneLineAtItsEnd_failsWithTickExhausted() {
    for (long worker = 0; worker < WORKERS; worker++) {
      stand(worker, 50 + worker);
    }

    assertThatThrownBy(() -> source(SHARED, 1).claim(request(42, 1, Owned.NOTHING)))
        .isInstanceOf(TickExhaustedException.class);
  }

  @Test
  void claim_windows_useRandomNumbers() {
    assertThat(new SplittableRandom(3).longs(20))
        .extracting(seed -> new WorkerLinesTest()
            .source(WINDOW, seed)
            .claim(request(40, 1, Owned.NOTHING))
            .worker())
        .doesNotContainSequence(0L, 0L, 0L, 0L, 0L);
  }

  @Test
  void claim_endOfTime_takesNoPartOfALaterTick() {
    assertThatThrownBy(() -> source(SHARED, 1).claim(request(RULES.end(), 1, Owned.NOTHING)))
        .isInstanceOf(ExhaustedException.class)
        .hasMessageContaining("timeEnds=1970-01-01T00:00:01Z, lines=worker/x/*;");
    assertThat(store.lines("worker/")).isEmpty();
  }

  @Test
  void countFrom_nearTheEndOfTime_isTheRestThenThrows() {
    ClaimRequest request = request(9_980, 100, Owned.NOTHING);

    assertThat(lines().countFrom(9_999, 9_980, 4, request)).isEqualTo(1);
    assertThatThrownBy(() -> lines().countFrom(10_000, 9_980, 4, request))
        .isInstanceOf(ExhaustedException.class);
  }

  @Test
  void renew_lineFurtherAhead_triesOncePerWindow() {
    WorkerStore lines = lines();
    assertThat(store.compareAndSet("worker/x/0", 0, 50)).isTrue();

    assertThat(lines.renew(0, 40, 0, 10)).hasValue(50);
    assertThat(lines.renew(0, 40, 0, 10)).isEmpty();
    assertThat(lines.renew(0, 60, 0, 10)).hasValue(60);
    lines.remember(0, 70);
    assertThat(lines.renew(0, 60, 0, 10)).isEmpty();
    assertThat(lines.renew(1, 60, 0, 10)).hasValue(0);
    assertThat(store.position("worker/x/0")).isEqualTo(70);
  }

  private static final long DAY_MS = Duration.ofDays(1).toMillis();
  private static final long DAY = DAY_MS * CAPACITY;
  private static final TickRules YEARS =
      new TickRules(TickScale.of(0, 1), CAPACITY, 1L << 40, 1_000, 5, OnClockBehind.HOP);

  /** Returns a source on an engine without a clock. */
  private WorkerLines clockless(LineStore engine) {
    ClockAheadRules unconfirmed = new ClockAheadRules(5_000, false, now -> now);
    WindowRules windows =
        new WindowRules(0, 4 * WORKERS, OptionalLong.empty(), WINDOW, unconfirmed, now -> now);
    return WorkerSources.of(
        engine, "worker/x/", YEARS, windows, time.elapsed(), new SplittableRandom(1), "");
  }

  private static class Counted extends ForwardingStore {
    private int reads;

    Counted(LineStore store) {
      super(store);
    }

    @Override
    public LinePositions positions(List<String> lines) {
      reads++;
      return new LinePositions(super.positions(lines).next(), Optional.empty());
    }

    @Override
    public Optional<Instant> now() {
      return Optional.empty();
    }
  }

  private void stand(long worker, long next) {
    assertThat(store.compareAndSet("worker/x/" + worker, 0, next)).isTrue();
  }

  @Test
  void claim_noClockAndOldLines_throwsAfterOneRead() {
    Counted engine = new Counted(store);
    stand(0, 10);

    assertThatThrownBy(() -> clockless(engine).claim(request(3 * DAY, 1, new Owned(0, 10, 10))))
        .isInstanceOf(ClockAheadException.class);
    assertThat(engine.reads).isEqualTo(1);
    assertThat(store.lines("worker/")).hasSize(1);
  }

  @Test
  void claim_noEngineClockAndOneLineNear_takesAnyIdleNumber() {
    stand(2, 10);
    stand(1, 3 * DAY + 500);

    Claimed again = clockless(new Counted(store)).claim(request(3 * DAY, 1, new Owned(2, 10, 10)));

    assertThat(again.start()).isEqualTo(3 * DAY);
    assertThat(again.worker()).isNotEqualTo(1);
  }

  /**
   * A wrong clock moved the line there. So the line must not confirm another clock, which may be
   * wrong too.
   */
  @Test
  void claim_noEngineClockAndOneLineFarAhead_throws() {
    stand(2, 10);
    stand(1, 9 * DAY);

    assertThatThrownBy(
            () -> clockless(new Counted(store)).claim(request(3 * DAY, 1, new Owned(2, 10, 10))))
        .isInstanceOf(ClockAheadException.class);
  }

  /** A Redis cluster behaves in this way, because each of its nodes has its own clock. */
  @Test
  void claim_lossyEngineWithoutClock_takesALongUnusedNumber() {
    stand(0, 10);
    LineStore forgets = new Counted(store) {
      @Override
      public boolean canLoseAcknowledgedWrites() {
        return true;
      }

      @Override
      public Optional<EngineLife> life(List<String> lines) {
        return Optional.of(
            new EngineLife("life", Instant.EPOCH, Instant.ofEpochMilli(3 * DAY_MS), List.of()));
      }
    };
    ClaimRequest now =
        new ClaimRequest(3 * DAY, 3 * DAY, 1, 1, 3 * DAY_MS, new Owned(0, 10, 10), false, false);

    assertThat(clockless(forgets).claim(now).worker()).isZero();
  }
}
