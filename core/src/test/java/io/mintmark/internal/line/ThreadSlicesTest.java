package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.Positions.Encoder;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.testkit.ManualTime;
import io.mintmark.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ThreadSlicesTest {

  private static final long CAPACITY = 1 << 16;

  /** After this many ids within a tick, a thread takes slices of the largest size. */
  private static final int MANY = 8 * ThreadSlices.MOST;

  /**
   * A long timeout: a thread that waits for the end of a suspension advances this clock, possibly
   * very often.
   */
  private static final Duration TIMEOUT = Duration.ofDays(300);

  private final ManualTime time = new ManualTime(Instant.EPOCH.plusSeconds(100));
  private final Context context =
      new Context(time.wall(), time.elapsed(), true, Runnable::run, TIMEOUT, SplittableRandom::new);
  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private volatile ClockListener clock = () -> false;

  @AfterEach
  void end() {
    other.shutdownNow();
  }

  @Test
  void next_byOneThread_countsUpWithoutAGap() {
    LocalLine line = numbers();

    for (long i = 0; i < 10_000; i++) {
      assertThat(line.next()).isEqualTo(i);
    }
    assertThat(line.made()).isBetween(10_000L, 10_000L + ThreadSlices.MOST);
  }

  @Test
  @Tag("long")
  void next_twoThreads_increasesForEachInRuns() throws Exception {
    LocalLine line = numbers();
    List<Long> mine = draw(line, MANY);
    List<Long> theirs = inOther(() -> draw(line, MANY));

    mine.addAll(draw(line, MANY));
    theirs.addAll(inOther(() -> draw(line, MANY)));

    assertThat(mine).isSorted().doesNotHaveDuplicates().doesNotContainAnyElementsOf(theirs);
    assertThat(theirs).isSorted().doesNotHaveDuplicates();
    assertThat(line.next()).isLessThan(theirs.get(theirs.size() - 1));
  }

  @Test
  void next_slowThread_takesOneAtATime() throws Exception {
    LocalLine line = numbers();

    assertThat(draw(line, 4)).containsExactly(0L, 1L, 2L, 3L);
    assertThat((long) inOther(() -> line.next())).isEqualTo(4);
    assertThat(line.next()).isEqualTo(5);
  }

  @Test
  void next_inALaterTick_usesThatTick() {
    LocalLine line = fast();
    long before = draw(line, MANY).get(MANY - 1);
    long made = line.made();

    time.advance(Duration.ofMillis(3));
    assertThat(clock.clockTurned()).isTrue();

    assertThat(line.next()).isEqualTo((before / CAPACITY + 3) * CAPACITY);
    assertThat(line.made()).isBetween(made - ThreadSlices.MOST, made + ThreadSlices.MOST);
  }

  /** Without the clock's thread, no code would end a slice at the end of its tick. */
  @Test
  void next_afterTheClockThreadEnded_usesTheClocksTick() {
    LocalLine line = fast();
    long before = draw(line, MANY).get(MANY - 1);
    for (int turn = 0; turn < 1_000 && clock.clockTurned(); turn++) {
      assertThat(line.made()).isGreaterThan(MANY);
    }
    assertThat(clock.clockTurned()).isFalse();

    time.advance(Duration.ofMillis(3));

    assertThat(line.next()).isEqualTo((before / CAPACITY + 3) * CAPACITY);
  }

  @Test
  @Tag("long")
  void next_acrossTicks_keepsTheWorkerBits() throws Exception {
    PositionCode code = new PositionCode(CAPACITY - 1, 4, 16);
    long worker = 9;
    LocalLine line = fast(new IdForm(code, () -> 0, IdOrder.THREAD), CAPACITY, worker);
    Set<Long> seen = new HashSet<>();
    long before = -1;

    for (int i = 0; i < 5 * CAPACITY; i++) {
      long id = i % 1000 < 900 ? line.next() : inOther(line::next);

      assertThat(id >>> 16 & 15).isEqualTo(worker);
      assertThat(seen.add(id)).isTrue();
      if (i % 1000 < 900) {
        assertThat(id).isGreaterThan(before);
        before = id;
      }
    }
    assertThat(line.made()).isBetween(seen.size() + 2L, seen.size() + 2L + 2 * ThreadSlices.MOST);
  }

  @Test
  void next_clockUnchanged_continuesItsSlice() {
    LocalLine line = fast();
    long before = draw(line, MANY).get(MANY - 1);

    assertThat(clock.clockTurned()).isTrue();

    assertThat(line.next()).isEqualTo(before + 1);
  }

  @Test
  void next_afterASuspension_usesNoEarlierPosition() throws Exception {
    LocalLine line = numbers();
    inOther(() -> draw(line, MANY));
    draw(line, MANY);
    long end = line.holding().end();

    line.suspend();
    line.resume();

    assertThat(line.next()).isGreaterThanOrEqualTo(end);
    assertThat((long) inOther(() -> line.next())).isGreaterThanOrEqualTo(end);
  }

  @Test
  void next_afterClosing_isRefused() {
    LocalLine line = numbers();
    draw(line, MANY);

    line.close();

    assertThatThrownBy(line::next).isInstanceOf(ClosedException.class);
  }

  /** No claim fails here, so the slice could still be used until it is empty. */
  @Test
  void next_closedLineThatNeedsNoClaim_isRefused() {
    TickRules rules = milliseconds(CAPACITY);
    LocalLine line = new LocalLine(
        "slices",
        LocalLines.IdForm.plain(IdOrder.THREAD),
        new LocalLines.AllPositions("slices", rules),
        rules,
        context,
        new Pace(listener -> true, 1, 4 * ThreadSlices.MOST));
    draw(line, MANY);
    assertThat(line.made()).isGreaterThan(MANY);

    line.close();

    assertThatThrownBy(line::next).isInstanceOf(ClosedException.class);
  }

  @Test
  void made_batchEndsASlice_doesNotCountItsRest() {
    LocalLine line = numbers();
    draw(line, MANY);
    assertThat(line.made()).isGreaterThan(MANY);

    assertThat(LineBatches.next(line, 3)).hasSize(3);

    assertThat(line.made()).isEqualTo(MANY + 3);
  }

  @Test
  void made_tickEndsASlice_doesNotCountItsRest() {
    LocalLine line = fast();
    draw(line, MANY);
    time.advance(Duration.ofMillis(3));
    assertThat(clock.clockTurned()).isTrue();
    long unusedId = line.next();

    assertThat(LineBatches.next(line, 1)[0]).isGreaterThan(unusedId);
    assertThat(line.made()).isEqualTo(2 + MANY + 1 + 1);
  }

  /** Like {@code next()}, but with an encoder. */
  @Test
  void next_encoder_usesSlices() throws Exception {
    LocalLine line = numbers();
    Encoder<Long> twice = (worker, position, argument) -> argument * position;
    for (long i = 0; i < MANY; i++) {
      assertThat(line.next(2, twice)).isEqualTo(2 * i);
    }
    long others = inOther(() -> line.next(1, twice));
    assertThat(line.next(1, twice)).isEqualTo(MANY).isLessThan(others);
    long end = line.holding().end();

    line.suspend();
    line.resume();
    assertThat(line.next(1, twice)).isGreaterThanOrEqualTo(end);
  }

  @Test
  void next_afterABatch_isAboveIt() throws Exception {
    LocalLine line = numbers();
    draw(line, MANY);
    inOther(() -> draw(line, MANY));

    long[] batch = LineBatches.next(line, 3);
    long next = line.next();
    long reserved = line.reserve(2);
    long later = line.next();
    long async = LineBatches.nextAsync(line, 1, ids -> ids[0]).join();
    long after = line.next();
    long block = line.reserveAsync(2, last -> last).join();

    assertThat(List.of(batch[0], batch[1], batch[2], next, reserved, later, async, after, block))
        .isSorted();
    assertThat(line.next()).isGreaterThan(block);
  }

  @Test
  void next_tickWithFewPositions_takesOneAtATime() throws Exception {
    LocalLine line = fast(16);
    draw(line, 6);

    List<Long> ids =
        List.of(line.next(), inOther(() -> line.next()), line.next(), inOther(() -> line.next()));

    assertThat(ids).isSorted();
  }

  @Test
  void next_underTurnsAndSuspensions_neverRepeats() throws Exception {
    LocalLine line = fast();
    Set<Long> seen = ConcurrentHashMap.newKeySet();
    int drawers = 3;
    List<Integer> ended = Race.run(drawers + 1, thread -> {
      if (thread < drawers) {
        drawRising(line, seen);
      } else {
        turnAndSuspend(line);
      }
      return thread;
    });

    assertThat(ended).hasSize(drawers + 1);
    assertThat(seen).hasSize(150_000);
  }

  private static void drawRising(LocalLine line, Set<Long> seen) {
    long before = -1;
    for (int i = 0; i < 50_000; i++) {
      long id = line.next();
      assertThat(id).isGreaterThan(before);
      assertThat(seen.add(id)).isTrue();
      before = id;
    }
  }

  private void turnAndSuspend(LocalLine line) {
    for (int i = 0; i < 2_000; i++) {
      time.advance(Duration.ofMillis(1));
      boolean goesOn = clock.clockTurned();
      if (i % 100 == 0 || !goesOn) {
        line.suspend();
        line.resume();
      }
    }
  }

  private static List<Long> draw(LocalLine line, int count) {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(line.next());
    }
    return ids;
  }

  private <T> T inOther(Callable<T> work) throws InterruptedException, ExecutionException {
    return other.submit(work).get();
  }

  /** A line of positions without time, which claims a million at a time. */
  private LocalLine numbers() {
    return line(IdForm.plain(IdOrder.THREAD), 0, null, 1 << 20, listener -> false);
  }

  /** A line of milliseconds with 65,536 positions each, which uses the clock's thread. */
  private LocalLine fast() {
    return fast(CAPACITY);
  }

  private LocalLine fast(long capacity) {
    return fast(IdForm.plain(IdOrder.THREAD), capacity, 0);
  }

  private LocalLine fast(IdForm form, long capacity, long worker) {
    LocalLine line = line(form, worker, milliseconds(capacity), 10_000 * capacity, listener -> {
      clock = listener;
      return true;
    });
    draw(line, 2);
    clock.clockTurned();
    return line;
  }

  private static TickRules milliseconds(long capacity) {
    return new TickRules(
        TickScale.of(0, 1), capacity, 1L << 40, 1_000, 60_000, OnClockBehind.REFUSE);
  }

  private LocalLine line(
      IdForm form,
      long worker,
      @Nullable TickRules rules,
      long claimed,
      Predicate<ClockListener> pace) {
    AtomicLong end = new AtomicLong();
    RangeSource source = request -> {
      long start = Math.max(end.get(), request.floor());
      end.set(start + claimed);
      return new Claimed(worker, start, start + claimed, 1);
    };
    return new LocalLine(
        "slices", form, source, rules, context, new Pace(pace, 1, 4 * ThreadSlices.MOST));
  }
}
