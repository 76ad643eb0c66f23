package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.testkit.ManualTime;
import io.mintmark.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lines with a source that takes longer to claim a range than the range lasts. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SlowStoreTest {

  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
  private static final long CAPACITY = 4;

  private final ManualTime time = new ManualTime(START);
  private final AtomicLong next = new AtomicLong();

  private static TickRules rules(OnClockBehind onBehind) {
    return new TickRules(
        TickScale.of(START.minusSeconds(3_600).toEpochMilli(), 1),
        CAPACITY,
        1L << 40,
        1_000,
        60_000,
        onBehind);
  }

  private LocalLine line(RangeSource source, Executor background) {
    return line(PositionCode.PLAIN, source, background);
  }

  private LocalLine line(PositionCode code, RangeSource source, Executor background) {
    return new LocalLine(
        "slow",
        new IdForm(code, () -> 0, IdOrder.GENERATOR),
        source,
        rules(OnClockBehind.REFUSE),
        new Context(
            time.wall(),
            time.elapsed(),
            false,
            background,
            Duration.ofSeconds(5),
            SplittableRandom::new));
  }

  /** Claims only the wanted positions, and takes the given time for it. */
  private RangeSource claiming(Duration latency) {
    return request -> {
      time.advance(latency);
      long start = next.updateAndGet(before -> Math.max(before, request.floor()));
      next.addAndGet(request.wanted());
      return new Claimed(0, start, start + request.wanted(), -1);
    };
  }

  @Test
  void next_claimTakesLongerThanATick_isServedByTheFirstClaim() {
    AtomicLong claims = new AtomicLong();
    RangeSource slow = claiming(Duration.ofMillis(20));
    LocalLine line = line(
        request -> {
          claims.incrementAndGet();
          return slow.claim(request);
        },
        Runnable::run);
    long last = -1;
    for (int i = 1; i <= 100; i++) {
      long id = line.next();
      assertThat(id).isGreaterThan(last);
      assertThat(claims).hasValue(i);
      last = id;
    }
    assertThat(LineBatches.next(line, 10)).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void next_claimAlwaysEmpty_failsAtTheDeadline() {
    LocalLine line = line(
        request -> {
          time.advance(Duration.ofMillis(20));
          return new Claimed(0, request.floor(), request.floor(), -1);
        },
        Runnable::run);
    assertThatThrownBy(line::next).isInstanceOf(StoreUnavailableException.class);
    assertThat(time.elapsed().nanos()).isLessThan(Duration.ofMillis(5_100).toNanos());
  }

  @Test
  void next_manyWaitForOneSlowClaim_areServedByItInTheirOrder() throws Exception {
    List<Runnable> asked = Collections.synchronizedList(new ArrayList<>());
    List<Long> counts = Collections.synchronizedList(new ArrayList<>());
    RangeSource source = claiming(Duration.ofMillis(1));
    LocalLine line = line(
        request -> {
          counts.add(request.wanted());
          return source.claim(request);
        },
        work -> {
          if (asked.isEmpty()) {
            asked.add(work);
          } else {
            work.run();
          }
        });
    Thread first = start(line::next);
    until(() -> !asked.isEmpty());
    List<Thread> more = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Thread thread = start(line::next);
      until(() -> thread.getState() == Thread.State.TIMED_WAITING);
      more.add(thread);
    }
    asked.get(0).run();
    first.join();
    for (Thread thread : more) {
      thread.join();
    }
    assertThat(counts)
        .as("one claim for the first, one for all the others")
        .containsExactly(1L, 8L);
  }

  private static void until(BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private static Thread start(Runnable work) {
    Thread thread = new Thread(work);
    thread.start();
    return thread;
  }

  @Test
  void next_clockReadingRefusedByTheStore_isForgotten() {
    AtomicLong engineMs = new AtomicLong();
    RangeSource honest = claiming(Duration.ZERO);
    LocalLine line = line(
        request -> {
          if (request.wallMs() > engineMs.get()) {
            throw new ClockAheadException("the clock is ahead");
          }
          Claimed one = honest.claim(request);
          return new Claimed(0, one.start(), one.end(), -1);
        },
        Runnable::run);
    engineMs.set(START.toEpochMilli() + 5_000);
    line.next();
    time.stepWall(Duration.ofHours(1));
    assertThatThrownBy(line::next).isInstanceOf(ClockAheadException.class);
    time.stepWall(Duration.ofHours(-1));
    time.advance(Duration.ofMillis(50));
    long position = line.next();
    assertThat(position / CAPACITY).isEqualTo(3_600_000 + 50);
  }

  @Test
  void next_windowShorterThanTheRunAheadAndAnotherWorker_staysInOrder() {
    // Each window has one tick at the clock's time, on the line of the other worker.
    AtomicLong worker = new AtomicLong();
    LocalLine line = line(
        new PositionCode(CAPACITY - 1, 1, 2),
        request ->
            new Claimed(worker.incrementAndGet() % 2, request.floor(), request.floor() + 3, -1),
        Runnable::run);
    long last = -1;
    for (int i = 0; i < 2_000; i++) {
      long id = line.next();
      assertThat(id).isGreaterThan(last);
      last = id;
    }
  }

  @Test
  void next_interruptedCaller_throwsAndOthersContinue() {
    LocalLine line = line(claiming(Duration.ofMillis(3)), work -> {});
    Thread.currentThread().interrupt();
    assertThatThrownBy(line::next)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void next_saturatedByManyThreads_servesEachCall() throws Exception {
    int threads = 64;
    AtomicLong claimed = new AtomicLong();
    Context real = new Context(
        InstantSource.system(),
        ElapsedClock.system(),
        true,
        new ClaimThreads(),
        Duration.ofSeconds(30),
        SplittableRandom::new);
    TickRules tight = new TickRules(
        TickScale.of(START.toEpochMilli(), 1), 1, 1L << 40, 0, 60_000, OnClockBehind.REFUSE);
    LocalLine line = new LocalLine(
        "tight",
        IdForm.PLAIN,
        request -> {
          long start = claimed.updateAndGet(before -> Math.max(before, request.floor()));
          long end = start + Math.max(request.wanted(), 1_000);
          claimed.set(end);
          return new Claimed(0, start, end, 500);
        },
        tight,
        real);
    List<Long> last = Race.run(threads, thread -> {
      long before = -1;
      for (int i = 0; i < 10; i++) {
        long id = line.next();
        assertThat(id).isGreaterThan(before);
        before = id;
      }
      return before;
    });
    assertThat(last).hasSize(threads).doesNotHaveDuplicates();
  }

  @Test
  void next_clockBehindDuringAClaim_failsInTime() {
    LocalLine line = line(claiming(Duration.ZERO), Runnable::run);
    line.next();
    time.stepWall(Duration.ofMinutes(-2));
    assertThatThrownBy(line::next).isInstanceOf(ClockBehindException.class);
  }
}
