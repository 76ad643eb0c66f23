package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.Positions.Encoder;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LocalLineTest {

  private static final Encoder<Long> POSITION = (worker, position, argument) -> position;

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final Context context = context(Runnable::run);

  private Context context(Executor background) {
    return new Context(
        time.wall(),
        time.elapsed(),
        false,
        background,
        Duration.ofSeconds(5),
        SplittableRandom::new);
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void reserve_longerThanTheRest_burnsTheRest() {
    AtomicLong claims = new AtomicLong();
    LocalLine line = line(request -> {
      long start = claims.getAndIncrement() * 100;
      return new Claimed(0, start, start + 4, 1);
    });
    assertThat(LineBatches.next(line, 3)).containsExactly(0, 1, 2);

    long last = line.reserve(2);

    assertThat(last).isEqualTo(101);
    assertThat(line.next()).isEqualTo(102);
  }

  /** The clock shows the first minute again. By elapsed time it is the second minute. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void next_wholeAcrossTwoTicksAfterAStepBack_usesTheSecond(boolean fast) {
    LocalLine line = minutes(fast);
    assertThat(LineBatches.next(line, 95, false, POSITION)).hasSize(95);
    assertThat(line.next()).isEqualTo(95);
    time.stepWall(Duration.ofSeconds(-40));
    time.advanceElapsed(Duration.ofSeconds(70));
    assertThat(line.clockTurned()).isEqualTo(fast);

    assertThat(LineBatches.next(line, 10, true, POSITION)).first().isEqualTo(100L);
    assertThat(LineBatches.next(line, 10, true, POSITION)).first().isEqualTo(110L);
    assertThat(line.next()).isEqualTo(120);
    assertThat(line.made()).isEqualTo(117);
  }

  @Test
  void next_wholeLongerThanTheRestOfTheTick_throws() {
    LocalLine line = minutes(false);
    assertThat(LineBatches.next(line, 95, false, POSITION)).hasSize(95);

    assertThatThrownBy(() -> LineBatches.next(line, 10, true, POSITION))
        .isInstanceOf(TickExhaustedException.class)
        .hasMessageContaining("all numbers of this tick are used");
    assertThat(LineBatches.next(line, 5, true, POSITION)).containsExactly(95L, 96L, 97L, 98L, 99L);
  }

  @Test
  void next_wholeLongerThanATick_throws() {
    LocalLine line = minutes(false);

    assertThatThrownBy(() -> LineBatches.next(line, 101, true, POSITION))
        .isInstanceOf(ExhaustedException.class)
        .hasMessageContaining("count=101 > capacity=100");
    assertThat(LineBatches.next(line, 100, true, POSITION)).first().isEqualTo(0L);
  }

  /** The next tick begins before the deadline. The tick after it does not. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100})
  void next_tickIsUsedUp_waitsForTheNext(int capacity) {
    LocalLine line = fourSeconds(capacity);
    assertThat(LineBatches.next(line, capacity, true, POSITION)).hasSize(capacity);

    assertThat(line.next(0, POSITION)).isEqualTo(26L * capacity);
    time.setWall(Instant.EPOCH.plusSeconds(108));
    assertThat(LineBatches.next(line, capacity, true, POSITION)).first().isEqualTo(27L * capacity);
    assertThat(LineBatches.next(line, capacity, true, POSITION)).first().isEqualTo(28L * capacity);
  }

  /** A batch that waits for the next tick has taken no position yet. */
  @Test
  void nextAsync_wholeWaitsForTheNextTick_leavesTheCurrentTick() {
    LocalLine line = fourSeconds(100);
    assertThat(LineBatches.next(line, 95, false, POSITION)).last().isEqualTo(2_594L);
    CompletableFuture<List<Long>> whole = LineBatches.nextAsync(line, 10, true, POSITION);
    assertThat(whole).isNotDone();

    assertThat(LineBatches.next(line, 5, false, POSITION)).first().isEqualTo(2_595L);
    time.advance(Duration.ofSeconds(4));
    assertThat(whole).isCompletedWithValueMatching(ids -> ids.get(0) == 2_600);
    assertThat(line.made()).isEqualTo(110);
  }

  /**
   * A waiting call may already have positions. Every copy of a snapshot has these positions, even
   * after other processes have continued.
   */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void suspend_callWaitsWithEarlierPositions_burnsThem() {
    LocalLine line = seconds();
    CompletableFuture<Long> waiting = waitsWithAnEarlierRange(line);

    line.suspend();
    line.resume();
    passUntilDone(waiting);

    assertThat(waiting).isCompletedWithValueMatching(id -> id == 216 || id == 217);
  }

  /** These ids would have the former worker number, and the time before the step. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void hop_callWaitsWithEarlierPositions_burnsThem() {
    LocalLine line = seconds();
    CompletableFuture<Long> waiting = waitsWithAnEarlierRange(line);

    time.stepWall(Duration.ofSeconds(-3));
    passUntilDone(waiting);

    assertThat(waiting).isCompletedWithValueMatching(id -> id == 194 || id == 195);
  }

  /** The call was cancelled, but the line must still show which number it holds. */
  @Test
  void hop_callCancelledMeanwhile_holdsTheNewNumber() {
    Queue<Runnable> claims = new ArrayDeque<>();
    LocalLine line = seconds(claims::add);
    CompletableFuture<Long> first = LineBatches.nextAsync(line, 1, ids -> ids[0]);
    claims.remove().run();
    assertThat(first).isCompletedWithValue(200L);
    time.stepWall(Duration.ofSeconds(-3));
    CompletableFuture<Long> gone = LineBatches.nextAsync(line, 1, ids -> ids[0]);
    assertThat(gone.cancel(false)).isTrue();
    claims.remove().run();

    assertThat(line.holding().worker()).isEqualTo(1);
    assertThat(line.holding().left()).isEqualTo(4);
    assertThat(line.next(0, POSITION)).isEqualTo(194);
  }

  /** The other number's bits may be lower. So ids in the same tick would be out of order. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void resume_onAnotherWorker_usesALaterTick() {
    TickRules rules =
        new TickRules(TickScale.of(0, 60_000), 100, 1_000, 0, 60_000, OnClockBehind.REFUSE);
    AtomicLong worker = new AtomicLong(2);
    RangeSource source =
        request -> new Claimed(worker.decrementAndGet(), request.floor(), rules.end(), -1);
    time.setWall(Instant.EPOCH.plusSeconds(58));
    Pace slow = new Pace(listener -> false, 1, 1);
    LocalLine line = new LocalLine("test", IdForm.PLAIN, source, rules, context, slow);
    assertThat(LineBatches.next(line, 3, false, POSITION)).containsExactly(0L, 1L, 2L);

    line.suspend();
    line.resume();

    assertThat(line.next(0, POSITION)).isBetween(100L, 199L);
    assertThat(time.wall().instant()).isEqualTo(Instant.EPOCH.plusSeconds(60));
    assertThat(line.holding().worker()).isZero();
  }

  /** The positions that the call had already taken became no ids. */
  @Test
  void nextAsync_cancelledWhileItWaitsForTheClock_isNotCounted() {
    LocalLine line = seconds();
    CompletableFuture<Long> waiting = waitsWithAnEarlierRange(line);
    assertThat(line.made()).isEqualTo(5);

    assertThat(waiting.cancel(false)).isTrue();
    passUntilDone(new CompletableFuture<>());

    assertThat(line.made()).isEqualTo(4);
  }

  private CompletableFuture<Long> waitsWithAnEarlierRange(LocalLine line) {
    assertThat(LineBatches.next(line, 2)).containsExactly(200, 201);
    CompletableFuture<Long> waiting = LineBatches.nextAsync(line, 1, ids -> ids[0]);
    assertThat(LineBatches.nextAsync(line, 1, ids -> ids[0])).isNotDone();
    assertThat(LineBatches.nextAsync(line, 1, ids -> ids[0])).isCompletedWithValue(208L);
    assertThat(waiting).isNotDone();
    return waiting;
  }

  private void passUntilDone(CompletableFuture<Long> waiting) {
    for (int i = 0; i < 4_000 && !waiting.isDone(); i++) {
      time.advance(Duration.ofMillis(1));
    }
  }

  /**
   * A line of seconds with two positions each, at second 100. It claims four positions at a time,
   * and other processes claim the next four. After a step back of the clock, it hops to another
   * number at the clock's time.
   */
  private LocalLine seconds() {
    return seconds(Runnable::run);
  }

  private LocalLine seconds(Executor background) {
    TickRules rules = new TickRules(TickScale.of(0, 1_000), 2, 1_000, 0, 1_000, OnClockBehind.HOP);
    AtomicLong claims = new AtomicLong(25);
    RangeSource withGaps = new RangeSource() {
      @Override
      public Claimed claim(ClaimRequest request) {
        if (request.hop()) {
          return new Claimed(1, request.floor(), request.floor() + 4, -1);
        }
        long start = claims.getAndIncrement() * 8;
        return new Claimed(0, start, start + 4, -1);
      }

      @Override
      public boolean canHop() {
        return true;
      }
    };
    time.setWall(Instant.EPOCH.plusSeconds(100));
    Pace slow = new Pace(listener -> false, 1, 1);
    return new LocalLine("test", IdForm.PLAIN, withGaps, rules, context(background), slow);
  }

  /** A line of minutes with a hundred positions each. All positions are claimed. */
  private LocalLine minutes(boolean fast) {
    TickRules rules =
        new TickRules(TickScale.of(0, 60_000), 100, 1_000, 0, 60_000, OnClockBehind.REFUSE);
    Pace pace = new Pace(listener -> fast, 1, 1);
    RangeSource all = request -> new Claimed(0, 0, rules.end(), -1);
    time.setWall(Instant.EPOCH.plusSeconds(50));
    return new LocalLine("test", IdForm.PLAIN, all, rules, context, pace);
  }

  /** A line with ticks of four seconds, at second 100. All positions are claimed. */
  private LocalLine fourSeconds(long capacity) {
    TickRules rules =
        new TickRules(TickScale.of(0, 4_000), capacity, 1_000, 0, 60_000, OnClockBehind.REFUSE);
    RangeSource all = request -> new Claimed(0, 0, rules.end(), -1);
    time.setWall(Instant.EPOCH.plusSeconds(100));
    Pace slow = new Pace(listener -> false, 1, 1);
    return new LocalLine("test", IdForm.PLAIN, all, rules, context, slow);
  }

  /** A line without a clock that claims in the caller's thread. */
  private LocalLine line(RangeSource source) {
    return new LocalLine("test", IdForm.PLAIN, source, null, context);
  }
}
