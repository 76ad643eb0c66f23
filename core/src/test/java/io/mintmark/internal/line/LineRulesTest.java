package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClockAheadException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.time.ElapsedClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The rules of lines at their bounds: ticks, clocks that are ahead, pauses between attempts. */
final class LineRulesTest {

  private static final long DAY_MS = Duration.ofDays(1).toMillis();
  private static final TickRules TENS = rules(TickScale.of(0, 1), 10);
  private static final ClockAheadRules SKEW = new ClockAheadRules(5_000, false, now -> now);

  private static TickRules rules(TickScale scale, long capacity) {
    return new TickRules(scale, capacity, 1L << 40, 1_000, 1_000, OnClockBehind.REFUSE);
  }

  /** Each tick is longer than the previous one, as a month sometimes is. */
  private static final class GrowingTicks implements TickScale {

    @Override
    public long epochMs() {
      return 0;
    }

    @Override
    public long tick(long ms) {
      return (long) Math.sqrt(ms / 1_000.0);
    }

    @Override
    public long timeMs(long tick) {
      return tick * tick * 1_000;
    }
  }

  @Test
  void tickMs_ticksOfSeveralLengths_isTheLengthAtThePosition() {
    assertThat(rules(new GrowingTicks(), 10).tickMs(25)).isEqualTo(5_000);
  }

  @Test
  void wholeFrom_batchFitsTheTick_isTheSamePosition() {
    assertThat(TENS.wholeFrom(15, 5)).isEqualTo(15);
    assertThat(TENS.wholeFrom(15, 6)).isEqualTo(20);
  }

  @Test
  void compare_clockAheadByTheMost_isAccepted() {
    SKEW.compare(Instant.EPOCH, 5_000, "lines");

    assertThatThrownBy(() -> SKEW.compare(Instant.EPOCH, 5_001, "lines"))
        .isInstanceOf(ClockAheadException.class);
  }

  @Test
  void isUnconfirmed_clockOverADayPastAUsedLine_true() {
    TickRules rules = rules(TickScale.of(0, 1), 1);

    assertThat(SKEW.isUnconfirmed(rules, 2, 2 + DAY_MS)).isFalse();
    assertThat(SKEW.isUnconfirmed(rules, 2, 3 + DAY_MS)).isTrue();
    assertThat(SKEW.isUnconfirmed(rules, 1, 3 + DAY_MS)).isFalse();
    assertThat(SKEW.isUnconfirmed(rules, 0, 3 + DAY_MS)).isFalse();
  }

  /** A stopped clock that records scheduled tasks. */
  private static final class StoppedClock implements ElapsedClock {

    private final List<Long> pausesMs = new ArrayList<>();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private long nanos;

    @Override
    public long nanos() {
      return nanos;
    }

    @Override
    public void pause(long forNanos) {
      throw new AssertionError("keeps no thread");
    }

    @Override
    public void callAfter(long afterNanos, Runnable task) {
      pausesMs.add(Duration.ofNanos(afterNanos).toMillis());
      tasks.add(task);
    }
  }

  @Test
  void passAsync_noResult_pausesLongerUntilTheDeadline() {
    StoppedClock clock = new StoppedClock();
    Context context = new Context(
        InstantSource.system(),
        clock,
        false,
        Runnable::run,
        Duration.ofSeconds(1),
        SplittableRandom::new);
    CompletableFuture<Long> future = new SuspensionGate("ids", context).passAsync(Optional::empty);

    for (int attempt = 0; attempt < 7; attempt++) {
      clock.tasks.remove().run();
    }
    assertThat(clock.pausesMs).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 32L, 32L);
    clock.nanos = Duration.ofSeconds(1).toNanos();
    clock.tasks.remove().run();

    assertThat(future).isCompletedExceptionally();
    assertThat(clock.tasks).isEmpty();
  }
}
