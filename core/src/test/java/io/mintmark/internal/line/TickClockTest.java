package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.generator.Supply;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Owned;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A clock that steps back, at the bounds of the tolerance and of a tick. */
final class TickClockTest {

  private static final long CAPACITY = 10;
  private static final long MAX_AHEAD_MS = 500;
  private static final long TOLERANCE_MS = 1_000;

  private final ManualTime time = new ManualTime(Instant.EPOCH.plusSeconds(100));

  private TickClock used(long tickMs) {
    TickClock clock = new TickClock(
        time.wall(),
        time.elapsed(),
        new TickRules(
            TickScale.of(0, tickMs),
            CAPACITY,
            1L << 40,
            MAX_AHEAD_MS,
            TOLERANCE_MS,
            OnClockBehind.WAIT));
    clock.read();
    clock.keep(clock.floor());
    return clock;
  }

  private TickClock steppedBack(long tickMs, long ms) {
    TickClock clock = used(tickMs);
    time.stepWall(Duration.ofMillis(-ms));
    clock.read();
    return clock;
  }

  @Test
  void isBehind_stepEqualToTheTolerance_false() {
    assertThat(steppedBack(1, TOLERANCE_MS).isBehind()).isFalse();
  }

  @Test
  void isBehind_stepBeyondTheTolerance_true() {
    TickClock clock = steppedBack(1, TOLERANCE_MS + 1);

    assertThat(clock.isBehind()).isTrue();
    assertThat(clock.floor()).isEqualTo(100_000 * CAPACITY);
    assertThat(clock.wallFloor()).isEqualTo((100_000 - TOLERANCE_MS - 1) * CAPACITY);
  }

  @Test
  void isBehind_longStepWithinATick_false() {
    time.advance(Duration.ofSeconds(5));

    assertThat(steppedBack(10_000, 5_000).isBehind()).isFalse();
    assertThat(steppedBack(10_000, 1_001).isBehind()).isTrue();
  }

  @Test
  void isWorthWaiting_timeLeftJustEnough_true() {
    TickClock clock = steppedBack(1, TOLERANCE_MS + 20);

    assertThat(clock.isWorthWaiting(Duration.ofMillis(20).toNanos())).isTrue();
    assertThat(clock.isWorthWaiting(Duration.ofMillis(20).toNanos() - 1)).isFalse();
  }

  @Test
  void refuseTooFar_timeLeftJustEnough_passes() {
    TickClock clock = used(1);
    long position = (100_000 + MAX_AHEAD_MS + 20) * CAPACITY;

    clock.refuseTooFar(position, Duration.ofMillis(20).toNanos(), "g");
    assertThatThrownBy(() -> clock.refuseTooFar(position, Duration.ofMillis(20).toNanos() - 1, "g"))
        .isInstanceOf(TickExhaustedException.class);
  }

  /** Only the rest of the tick counts, not its whole length. */
  @Test
  void refuseTooFar_nextTickBeginsSoon_passes() {
    time.advance(Duration.ofSeconds(8));
    TickClock clock = used(10_000);
    long next = 11 * CAPACITY;

    assertThat(clock.aheadMs(next)).isEqualTo(2_000 - MAX_AHEAD_MS);
    clock.refuseTooFar(next, Duration.ofMillis(1_500).toNanos(), "g");
    assertThatThrownBy(() -> clock.refuseTooFar(next, Duration.ofMillis(1_499).toNanos(), "g"))
        .isInstanceOf(TickExhaustedException.class)
        .hasMessageContaining("aheadMs=1500 past maxAheadMs=500");
  }

  @Test
  void bound_wallClockUnchanged_isUnchanged() {
    TickClock clock = used(1);
    long before = clock.bound();
    time.advanceElapsed(Duration.ofSeconds(1));
    clock.read();

    assertThat(clock.bound()).isEqualTo(before);
  }

  @Test
  void supply_clockBehind_isEmpty() {
    ClaimedRange range = new ClaimedRange(PositionCode.PLAIN, 0, 1_000_000_000, 2_000_000_000, 0);
    TickClock clock = used(1);
    long before = clock.supply(range::leftFrom, range.end).left();
    time.stepWall(Duration.ofSeconds(-10));
    Supply behind = clock.supply(range::leftFrom, range.end);

    assertThat(before).isPositive();
    assertThat(behind.left()).isZero();
    assertThat(behind.lapsesIn()).get().isNotEqualTo(Duration.ZERO);
  }

  private TickClock read(Duration step) {
    TickClock clock = used(1);
    time.stepWall(step);
    clock.read();
    return clock;
  }

  private static ClaimRequest request(long wallMs, boolean hop) {
    return new ClaimRequest(
        wallMs * CAPACITY, wallMs * CAPACITY, 1, 1, wallMs, Owned.NOTHING, hop, false);
  }

  @Test
  void hasLeft_clockAheadAndNowLower_true() {
    ClockAheadException ahead = new ClockAheadException("ahead");

    assertThat(read(Duration.ZERO).hasLeft(request(100_000, false), ahead)).isFalse();
    assertThat(read(Duration.ZERO).hasLeft(request(100_001, false), ahead)).isTrue();
  }

  @Test
  void hasLeft_clockBehindAndNowOverASecondHigher_true() {
    ClockBehindException behind = new ClockBehindException("behind");

    assertThat(read(Duration.ZERO).hasLeft(request(99_000, false), behind)).isFalse();
    assertThat(read(Duration.ZERO).hasLeft(request(98_999, false), behind)).isTrue();
  }

  @Test
  void hasLeft_noIdleWorkerForAHop_trueOnceTheClockCaughtUp() {
    NoIdleWorkerException none = new NoIdleWorkerException("none is idle");

    assertThat(read(Duration.ofSeconds(-2)).hasLeft(request(98_000, true), none))
        .isFalse();
    assertThat(read(Duration.ofSeconds(2)).hasLeft(request(98_000, true), none)).isTrue();
    assertThat(read(Duration.ZERO).hasLeft(request(98_000, false), none)).isFalse();
  }

  @Test
  void hasLeft_tickUsedUp_trueInTheNextTick() {
    ExhaustedException full = new ExhaustedException("all numbers of this tick are used");

    assertThat(read(Duration.ZERO).hasLeft(request(100_000, false), full)).isFalse();
    assertThat(read(Duration.ofMillis(1)).hasLeft(request(100_000, false), full))
        .isTrue();
  }

  @Test
  void claimed_clockSteppedBackMeanwhile_keepsTheReadingOfTheClaim() {
    TickClock clock = used(1);
    time.stepWall(Duration.ofSeconds(30));
    clock.read();
    long askedAt = time.elapsed().nanos();
    time.stepWall(Duration.ofSeconds(-30));
    clock.read();
    assertThat(clock.floor()).isEqualTo(100_000 * CAPACITY);

    clock.claimed(130_000, askedAt);
    clock.read();
    assertThat(clock.floor()).isEqualTo(130_000 * CAPACITY);
    assertThat(clock.isBehind()).isTrue();
  }

  @Test
  void stepBack_clockMovedSinceTheClaim_usesTheReadingOfTheClaim() {
    TickClock clock = read(Duration.ofHours(1));
    clock.stepBack(90_000, time.elapsed().nanos());
    assertThat(clock.floor()).isEqualTo(90_000 * CAPACITY);
    time.setWall(Instant.ofEpochMilli(90_000));
    clock.read();

    assertThat(clock.isBehind()).isFalse();
  }

  @Test
  void passedFloor_readingFarAhead_usesElapsedTime() {
    TickClock clock = used(1);
    time.advance(Duration.ofMillis(70));
    time.stepWall(Duration.ofHours(1));
    clock.read();

    assertThat(clock.passedFloor()).isEqualTo(100_070 * CAPACITY);
  }
}
