package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.WindowRules.SharedTick;
import io.mintmark.internal.line.WindowRules.Ticks;
import io.mintmark.internal.line.WindowRules.Window;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.store.EngineLife;
import io.mintmark.testkit.ManualTime;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * To take, probe and extend worker numbers, a line calls other code. In turn, each of these calls
 * throws once, before or after it has its effect. Also, tasks of the claim threads throw, and
 * callers without stack submit tasks. In each case, the line continues to make ids, no call waits
 * forever, no thread is lost, and no position is handed out twice.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class InjectedWorkerErrorsTest {

  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
  private static final int WORKERS = 12;

  private enum Thrown {
    ERROR(() -> new OutOfMemoryError("injected")),
    DEEP(() -> new StackOverflowError("injected")),
    UNCHECKED(() -> new IllegalStateException("injected"));

    @SuppressWarnings("ImmutableEnumChecker") // Stateless lambda.
    private final Supplier<Throwable> make;

    Thrown(Supplier<Throwable> make) {
      this.make = make;
    }
  }

  /** The ways to take numbers. */
  private enum Way {
    WINDOWS(1, new Ticks(10_000)),
    ONE_SHOT(1, new Ticks(0)),
    SHARED_DAYS(86_400_000, new SharedTick(Duration.ZERO)),
    ENGINE_THAT_FORGETS(1, new Ticks(10_000));

    private final long tickMs;

    @SuppressWarnings("ImmutableEnumChecker") // All three classes are records.
    private final Window window;

    Way(long tickMs, Window window) {
      this.tickMs = tickMs;
      this.window = window;
    }
  }

  @ParameterizedTest
  @EnumSource(Thrown.class)
  void workers_anyCallThrowsOnce_recover(Thrown thrown) {
    for (Way way : Way.values()) {
      int points = 0;
      boolean struck = true;
      while (struck) {
        points++;
        struck = new InjectionRun(way, thrown, points).strikes();
      }
      assertThat(points).as("points of %s", way).isGreaterThan(40);
    }
  }

  /** A line that uses worker numbers, beside another process that holds some of them. */
  private static final class InjectionRun implements InvocationHandler {
    private final Way way;
    private final Thrown thrown;
    private final long at;
    private final ManualTime time = new ManualTime(START.plusSeconds(3_600));
    private final MemoryStore engine = new MemoryStore(time.wall());
    private final AtomicLong calls = new AtomicLong();
    private final Set<Long> seen = new HashSet<>();
    private final LocalLine line;

    InjectionRun(Way way, Thrown thrown, long at) {
      this.way = way;
      this.thrown = thrown;
      this.at = at;
      this.line = line();
    }

    private LocalLine line() {
      boolean days = way == Way.SHARED_DAYS;
      TickRules rules = new TickRules(
          TickScale.of(START.toEpochMilli(), way.tickMs),
          days ? 1_000 : 4,
          1L << 40,
          days ? 0 : 10,
          1_000,
          OnClockBehind.HOP);
      WindowRules windows = new WindowRules(
          0,
          WORKERS,
          OptionalLong.of(3),
          way.window,
          new ClockAheadRules(5_000, false, UnaryOperator.identity()),
          UnaryOperator.identity());
      LineStore store = (LineStore) Proxy.newProxyInstance(
          LineStore.class.getClassLoader(), new Class<?>[] {LineStore.class}, this);
      SplittableRandom random = new SplittableRandom(at);
      RandomGenerator probes = () -> {
        point();
        return random.nextLong();
      };
      InstantSource wall = () -> {
        point();
        return time.wall().instant();
      };
      Context context = new Context(
          wall, time.elapsed(), false, Runnable::run, Duration.ofSeconds(1), SplittableRandom::new);
      RangeSource source =
          WorkerSources.of(store, "worker/g/", rules, windows, time.elapsed(), probes, "note");
      PositionCode code = days ? new PositionCode(0, 4, 0) : new PositionCode(3, 4, 2);
      return new LocalLine(
          "workers", new IdForm(code, () -> 0, IdOrder.GENERATOR), source, rules, context);
    }

    private void point() {
      if (calls.incrementAndGet() == at) {
        InjectedWorkerErrorsTest.<RuntimeException>sneak(thrown.make.get());
      }
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (method.getName().equals("canLoseAcknowledgedWrites")) {
        return way == Way.ENGINE_THAT_FORGETS;
      }
      point();
      Object answer;
      if (method.getName().equals("life")) {
        answer = Optional.of(new EngineLife("one", START, time.wall().instant(), List.of()));
      } else {
        try {
          answer = method.invoke(engine, arguments);
        } catch (InvocationTargetException e) {
          throw e.getCause();
        }
      }
      point();
      return answer;
    }

    /** Returns whether the throwing call was made. */
    boolean strikes() {
      for (int i = 0; i < 8; i++) {
        Attempts.attempt(() -> add(line.next()));
        Attempts.attempt(() -> {
          for (long id : LineBatches.next(line, 3)) {
            add(id);
          }
        });
        time.advance(Duration.ofMillis(i % 3 == 0 ? 11_000 : 5));
        if (i == 3) {
          takeAway();
        }
        if (i == 5) {
          time.stepWall(Duration.ofMinutes(-5));
        }
      }
      boolean struck = calls.getAndSet(at) >= at;
      time.advance(Duration.ofSeconds(20));
      for (int i = 0; i < 20; i++) {
        add(line.next());
        time.advance(Duration.ofMillis(3));
      }
      nobodyWaits();
      return struck;
    }

    /**
     * Claims on the number's line as another process, so that the next claim of this process does
     * not continue its range.
     */
    private void takeAway() {
      long worker = line.holding().worker();
      if (worker >= 0) {
        assertThat(engine.claim("worker/g/" + worker, 0, 10)).isPositive();
      }
    }

    /**
     * Checks that no call is left in the queue. One more position would be claimed for such a call.
     */
    private void nobodyWaits() {
      if (way.window.ticks() == 0) {
        long before = stood();
        time.advance(Duration.ofDays(1));
        add(line.next());
        long floor = line.holding().end() - 1;
        assertThat(stood()).as("one was asked for").isEqualTo(Math.max(before, floor + 1));
        assertThat(line.holding().left()).isZero();
      }
    }

    private long stood() {
      return engine.position("worker/g/" + Math.max(0, line.holding().worker()));
    }

    private void add(long id) {
      if (!seen.add(id)) {
        throw new Attempts.DuplicateFound(id);
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @ParameterizedTest
  @EnumSource(Thrown.class)
  void claimThreads_everyTaskThrows_keepAllThreads(Thrown thrown) throws Exception {
    ClaimThreads threads = new ClaimThreads();
    CountDownLatch ran = new CountDownLatch(2_000);
    for (int i = 0; i < 2_000; i++) {
      threads.execute(() -> {
        ran.countDown();
        InjectedWorkerErrorsTest.<RuntimeException>sneak(thrown.make.get());
      });
    }
    assertThat(ran.await(60, TimeUnit.SECONDS)).isTrue();
    allThreadsMeet(threads);
  }

  /** Submits tasks at every depth of the stack, from the deepest upwards. */
  @Test
  void claimThreads_callersOverflow_acceptedTasksRun() throws Exception {
    ClaimThreads threads = new ClaimThreads();
    AtomicInteger accepted = new AtomicInteger();
    AtomicInteger ran = new AtomicInteger();
    for (int round = 0; round < 20; round++) {
      accepted.incrementAndGet();
      threads.execute(ran::incrementAndGet);
      Thread deep = new Thread(null, () -> handOver(threads, accepted, ran), "deep", 256 * 1_024);
      deep.start();
      deep.join();
    }
    assertThat(accepted).hasPositiveValue();
    allThreadsMeet(threads);
    // Tasks start in the order of their submission. So all accepted tasks have started before the
    // tasks of allThreadsMeet.
    assertThat(ran.get()).isGreaterThanOrEqualTo(accepted.get());
  }

  @SuppressWarnings("InfiniteRecursion") // The recursion ends when the stack overflows.
  private static void handOver(ClaimThreads threads, AtomicInteger accepted, AtomicInteger ran) {
    try {
      handOver(threads, accepted, ran);
    } catch (VirtualMachineError e) {
      // One frame higher, there is more stack.
    }
    if (accepted.get() % 100 == 99) {
      return;
    }
    threads.execute(ran::incrementAndGet);
    accepted.incrementAndGet();
  }

  private static void allThreadsMeet(ClaimThreads threads) throws InterruptedException {
    CountDownLatch met = new CountDownLatch(ClaimThreads.MAX_THREADS);
    CountDownLatch left = new CountDownLatch(ClaimThreads.MAX_THREADS);
    for (int i = 0; i < ClaimThreads.MAX_THREADS; i++) {
      threads.execute(() -> {
        met.countDown();
        try {
          if (met.await(60, TimeUnit.SECONDS)) {
            left.countDown();
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      });
    }
    assertThat(left.await(60, TimeUnit.SECONDS))
        .as("as many threads as there were")
        .isTrue();
    threads.close(true, Duration.ofSeconds(10));
  }
}
