package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClockBehindException;
import io.mintmark.generator.GeneratorObserver;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.Positions.Encoder;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lines of seconds with a hundred positions each, from second 100. These tests check how fresh
 * their ids are, with the clock's thread and without it, and when they claim more.
 */
final class LocalLineTurnsTest {

  private static final Encoder<Long> POSITION = (worker, position, argument) -> position;
  private static final TickRules RULES =
      new TickRules(TickScale.of(0, 1_000), 100, 1L << 40, 1_000, 1_000, OnClockBehind.REFUSE);

  private final ManualTime time = new ManualTime(Instant.EPOCH.plusSeconds(100));
  private final List<String> told = new ArrayList<>();
  private int readings;
  private int claims;

  /**
   * How often the line has requested the clock's thread. Only the first {@code comes} requests
   * succeed.
   */
  private int asked;

  private int comes = Integer.MAX_VALUE;

  private final InstantSource wall = () -> {
    readings++;
    return time.wall().instant();
  };

  private final GeneratorObserver observer = new GeneratorObserver() {
    @Override
    public void clockSteppedBack(ClockStep step) {
      told.add(step.generator() + " " + step.by().toMillis());
    }
  };

  private LocalLine line(RangeSource source, long numberStart) {
    Context context = new Context(
        wall,
        time.elapsed(),
        true,
        Runnable::run,
        Duration.ofSeconds(5),
        SplittableRandom::new,
        false,
        "",
        new HarmlessObserver(observer),
        new LineEnds());
    Pace pace = new Pace(listener -> ++asked <= comes, 1, 1);
    RangeSource counted = request -> {
      claims++;
      return source.claim(request);
    };
    return new LocalLine(
        "test",
        new IdForm(PositionCode.PLAIN, () -> numberStart, IdOrder.GENERATOR),
        counted,
        RULES,
        context,
        pace);
  }

  /**
   * Windows of ten seconds from the clock's time. The next window is claimed when five seconds are
   * left.
   */
  private LocalLine windows() {
    return line(
        request -> {
          long start = Math.max(request.floor(), request.held().end());
          return new Claimed(0, start, start + 1_000, 500);
        },
        0);
  }

  private static long id(LocalLine line) {
    return line.next(0, POSITION);
  }

  private void pass(long ms) {
    time.advance(Duration.ofMillis(ms));
  }

  @Test
  void clockTurned_timeHasPassed_nextIdsHaveItAndReadNoClock() {
    LocalLine line = windows();
    assertThat(id(line)).isEqualTo(10_000);
    pass(3_000);
    assertThat(line.clockTurned()).isTrue();
    readings = 0;

    assertThat(id(line)).isEqualTo(10_300);
    assertThat(id(line)).isEqualTo(10_301);
    assertThat(readings).isZero();
    assertThat(line.made()).isEqualTo(3);
  }

  /**
   * A call takes a position before it reads the clock. If the position's second has passed, the
   * position does not count as made.
   */
  @Test
  void made_positionAlreadyPassed_isNotCounted() {
    LocalLine line = windows();
    for (long position = 10_000; position < 10_200; position++) {
      assertThat(id(line)).isEqualTo(position);
    }
    pass(3_000);

    assertThat(id(line)).isEqualTo(10_300);
    assertThat(line.made()).isEqualTo(201);
  }

  /** An idle generator does not call the store. */
  @Test
  void clockTurned_noIdSinceTheLastTurn_claimsNothing() {
    LocalLine line = windows();
    assertThat(id(line)).isEqualTo(10_000);
    assertThat(line.clockTurned()).isTrue();
    for (int second = 1; second < 9; second++) {
      pass(1_000);
      assertThat(line.clockTurned()).isTrue();
    }
    assertThat(claims).isEqualTo(1);

    assertThat(id(line)).isEqualTo(10_800);
    assertThat(claims).isEqualTo(1);
    assertThat(line.clockTurned()).isTrue();
    assertThat(claims).isEqualTo(2);
    assertThat(line.holding().end()).isEqualTo(12_000);
  }

  /**
   * An id was made without a reading of the clock. Its time still counts for the order of later
   * ids.
   */
  @Test
  void clockTurned_behindTheLatestId_endsAndThrows() {
    LocalLine line = windows();
    assertThat(id(line)).isEqualTo(10_000);
    pass(3_000);
    assertThat(line.clockTurned()).isTrue();
    assertThat(id(line)).isEqualTo(10_300);
    assertThat(line.clockTurned()).isTrue();
    time.stepWall(Duration.ofSeconds(-2));

    assertThat(line.clockTurned()).isFalse();
    assertThat(told).containsExactly("test 2000");
    assertThatThrownBy(() -> id(line)).isInstanceOf(ClockBehindException.class);
    pass(1_000);
    assertThat(id(line)).isBetween(10_301L, 10_302L);
    assertThat(told).hasSize(1);
  }

  /** No id was made at the higher reading. But the earlier positions were skipped because of it. */
  @Test
  void clockTurned_backWithinTheTolerance_keepsThePosition() {
    LocalLine line = windows();
    assertThat(id(line)).isEqualTo(10_000);
    assertThat(line.clockTurned()).isTrue();
    pass(3_000);
    assertThat(line.clockTurned()).isTrue();
    time.stepWall(Duration.ofSeconds(-1));

    assertThat(line.clockTurned()).isTrue();
    assertThat(id(line)).isEqualTo(10_300);
  }

  @Test
  void clockTurned_backBeyondTheTolerance_endsAndThrows() {
    LocalLine line = windows();
    assertThat(id(line)).isEqualTo(10_000);
    assertThat(line.clockTurned()).isTrue();
    pass(3_000);
    assertThat(line.clockTurned()).isTrue();
    time.stepWall(Duration.ofSeconds(-3));

    assertThat(line.clockTurned()).isFalse();
    assertThatThrownBy(() -> id(line)).isInstanceOf(ClockBehindException.class);
  }

  /**
   * After the clock's thread has left, no code advances the position any more. So each call reads
   * the clock itself.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void clockTurned_ended_laterIdsReadTheClock(boolean beforeTheEpoch) {
    comes = 1;
    LocalLine line = windows();
    assertThat(id(line)).isEqualTo(10_000);
    assertThat(asked).isEqualTo(1);
    Duration back = Duration.ofSeconds(beforeTheEpoch ? 200 : 2);
    time.stepWall(back.negated());
    assertThat(line.clockTurned()).isFalse();
    time.stepWall(back);

    assertThat(id(line)).isEqualTo(10_001);
    pass(3_000);
    assertThat(id(line)).isEqualTo(10_300);
    pass(1_000);
    assertThat(id(line)).isEqualTo(10_400);
  }

  @Test
  void clockTurned_suspendedOrClosed_ends() {
    LocalLine line = windows();
    assertThat(id(line)).isEqualTo(10_000);
    line.suspend();
    assertThat(line.clockTurned()).isFalse();
    line.resume();
    assertThat(id(line)).isGreaterThan(10_000);
    assertThat(asked).isEqualTo(2);
    assertThat(line.clockTurned()).isTrue();
    line.close();
    assertThat(line.clockTurned()).isFalse();
  }

  /**
   * Other processes took the seconds between. The range that was claimed ahead is used, and nothing
   * is claimed again.
   */
  @ParameterizedTest
  @ValueSource(longs = {110_000, 112_000, 119_999})
  void next_windowUsedUp_continuesInTheOneClaimedAhead(long nowMs) {
    comes = 0;
    LocalLine line = line(
        request -> claims == 1
            ? new Claimed(0, 10_000, 11_000, 500)
            : new Claimed(0, 11_500 + 1_000 * (claims - 2), 12_500 + 1_000 * (claims - 2), 500),
        0);
    assertThat(id(line)).isEqualTo(10_000);
    time.setWall(Instant.ofEpochMilli(106_000));
    assertThat(id(line)).isEqualTo(10_600);
    assertThat(claims).isEqualTo(2);
    time.setWall(Instant.ofEpochMilli(nowMs));

    assertThat(id(line)).isEqualTo(Math.max(11_500, nowMs / 1_000 * 100));
    assertThat(claims).isEqualTo(2);
    assertThat(line.supply().orElseThrow().left())
        .isEqualTo(12_500 - Math.max(11_501, nowMs / 1_000 * 100 + 1));
  }

  /** The random first number of a tick may be past the end of the claimed part of the tick. */
  @Test
  void next_windowEndsBeforeTheNumbersStart_usesItsLast() {
    comes = 0;
    LocalLine line = line(request -> new Claimed(0, 10_000, 10_130, -1), 50);
    assertThat(id(line)).isEqualTo(10_000);
    pass(1_000);

    assertThat(id(line)).isEqualTo(10_129);
    assertThat(claims).isEqualTo(1);
  }

  /** The rest of the window belongs to the second before. */
  @Test
  void clockTurned_windowEndsAtTheClocksTick_leavesNothing() {
    LocalLine line = windows();
    assertThat(id(line)).isEqualTo(10_000);
    assertThat(line.clockTurned()).isTrue();
    pass(10_000);
    assertThat(line.clockTurned()).isTrue();

    assertThat(id(line)).isEqualTo(11_000);
  }

  /** Otherwise all processes that claim such windows would use the same numbers. */
  @Test
  void next_windowEndsWhereTheTickBegins_startsAtTheNumbersStart() {
    comes = 0;
    LocalLine line = line(request -> new Claimed(0, request.floor(), 10_100L * claims, -1), 30);
    assertThat(id(line)).isEqualTo(10_030);
    assertThat(LineBatches.next(line, 69, false, POSITION)).hasSize(69).last().isEqualTo(10_099L);
    pass(1_000);

    assertThat(id(line)).isEqualTo(10_130);
  }

  /**
   * If earlier ids have already reached a tick, the tick begins at the next position after them.
   */
  @Test
  void next_clockReachesThePosition_continuesThere() {
    comes = 0;
    LocalLine line = line(request -> new Claimed(0, request.floor(), 11_000, -1), 30);
    assertThat(id(line)).isEqualTo(10_030);
    assertThat(LineBatches.next(line, 69, false, POSITION)).hasSize(69).last().isEqualTo(10_099L);
    pass(1_000);

    assertThat(id(line)).isEqualTo(10_100);
    pass(1_000);
    assertThat(id(line)).isEqualTo(10_230);
    assertThat(line.made()).isEqualTo(72);
  }
}
