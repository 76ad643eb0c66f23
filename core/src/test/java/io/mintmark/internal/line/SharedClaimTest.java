package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Several callers wait for one claim. No more claims are made than needed, and each caller gets its
 * own positions.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SharedClaimTest {

  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

  private final ManualTime time = new ManualTime(START);

  /** Holds the first claim until the test runs it, and runs all others immediately. */
  private static final class HeldBack implements Executor {
    private final List<Runnable> first = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void execute(Runnable work) {
      if (first.isEmpty()) {
        first.add(work);
      } else {
        work.run();
      }
    }
  }

  private final HeldBack background = new HeldBack();

  private LocalLine line(RangeSource source, boolean timed, long tickMs, long capacity) {
    TickRules rules = new TickRules(
        TickScale.of(START.toEpochMilli(), tickMs),
        capacity,
        1L << 40,
        1_000,
        60_000,
        OnClockBehind.REFUSE);
    return new LocalLine(
        "together",
        IdForm.PLAIN,
        source,
        timed ? rules : null,
        new Context(
            time.wall(),
            time.elapsed(),
            false,
            background,
            Duration.ofSeconds(5),
            SplittableRandom::new));
  }

  /**
   * A line that takes worker numbers as a one-shot process does, with no more positions than calls
   * request.
   */
  private LocalLine workers(LineStore store, boolean shared, long tickMs, long capacity) {
    TickRules rules = new TickRules(
        TickScale.of(START.toEpochMilli(), tickMs),
        capacity,
        1L << 40,
        1_000,
        60_000,
        OnClockBehind.REFUSE);
    WindowRules windows = new WindowRules(
        0,
        1,
        OptionalLong.empty(),
        shared ? new WindowRules.SharedTick(Duration.ZERO) : new WindowRules.Ticks(0),
        new ClockAheadRules(5_000, false, UnaryOperator.identity()),
        UnaryOperator.identity());
    RangeSource source = WorkerSources.of(
        store, "worker/g/", rules, windows, time.elapsed(), new SplittableRandom(1), "");
    return line(source, true, tickMs, capacity);
  }

  /** Counts the calls that move a worker's line. */
  private final class Counting extends ForwardingStore {
    private final AtomicInteger moves = new AtomicInteger();

    Counting() {
      super(new MemoryStore(time.wall()));
    }

    @Override
    public long claim(String line, long atLeast, long count) {
      moves.incrementAndGet();
      return super.claim(line, atLeast, count);
    }

    @Override
    public boolean compareAndSet(String line, long expected, long next) {
      moves.incrementAndGet();
      return super.compareAndSet(line, expected, next);
    }
  }

  private <T> FutureTask<T> waiting(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = new Thread(task);
    thread.start();
    until(() -> thread.getState() == Thread.State.TIMED_WAITING || task.isDone());
    return task;
  }

  private static void until(BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private static <T> T answer(FutureTask<T> task) throws Exception {
    return task.get(60, TimeUnit.SECONDS);
  }

  @Test
  void next_manyWaitForAWorkersLine_oneClaimServesAllButTheFirst() throws Exception {
    for (boolean shared : new boolean[] {false, true}) {
      background.first.clear();
      Counting store = new Counting();
      LocalLine line =
          shared ? workers(store, true, 86_400_000, 1_000) : workers(store, false, 1, 4);
      List<FutureTask<Long>> callers = new ArrayList<>();
      for (int i = 0; i < 9; i++) {
        callers.add(waiting(line::next));
      }
      background.first.get(0).run();
      List<Long> ids = new ArrayList<>();
      for (FutureTask<Long> caller : callers) {
        ids.add(answer(caller));
      }
      assertThat(ids).doesNotHaveDuplicates();
      assertThat(store.moves).as("claims, shared=%s", shared).hasValue(2);
    }
  }

  @Test
  void next_anotherCallExceedsTheDay_isServed() throws Exception {
    Counting store = new Counting();
    LocalLine line = workers(store, true, 86_400_000, 1_000);
    long half = store.claim("worker/g/0", 0, 600);
    assertThat(half).isZero();
    FutureTask<Long> large = waiting(() -> line.reserve(500));
    FutureTask<Long> small = waiting(line::next);
    background.first.get(0).run();
    assertThat(answer(small)).isEqualTo(600);
    assertThatThrownBy(() -> answer(large))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(TickExhaustedException.class);
    assertThat(line.next()).isEqualTo(601);
  }

  @Test
  void next_afterACallThatExceedsTheDay_isServedAtOnce() {
    background.first.add(() -> {});
    LocalLine line = workers(new MemoryStore(time.wall()), true, 86_400_000, 1_000);
    assertThat(line.reserve(600)).isEqualTo(599);
    long before = time.elapsed().nanos();
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> line.reserve(500)).isInstanceOf(TickExhaustedException.class);
      assertThat(line.next()).isEqualTo(600 + i);
    }
    assertThat(time.elapsed().nanos()).isEqualTo(before);
  }

  @Test
  void next_sharedClaimRefused_eachIsServedAlone() throws Exception {
    AtomicLong next = new AtomicLong();
    LocalLine line = line(
        request -> {
          if (request.wanted() > 10) {
            throw new ExhaustedException("not so many at a time: " + request.wanted());
          }
          long start = next.getAndAdd(request.wanted());
          return new Claimed(0, start, start + request.wanted(), -1);
        },
        false,
        1,
        4);
    FutureTask<Long> first = waiting(line::next);
    FutureTask<Long> impossible = waiting(() -> line.reserve(11));
    List<FutureTask<Long>> others = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      others.add(waiting(() -> line.reserve(6)));
    }
    background.first.get(0).run();
    assertThat(answer(first)).isZero();
    assertThatThrownBy(() -> answer(impossible))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(ExhaustedException.class);
    for (FutureTask<Long> other : others) {
      assertThat(answer(other)).isPositive();
    }
  }
}
