package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A local line calls the clocks, the executor, the source and the clock's thread. In turn, each of
 * these calls throws once. Whatever happens to the caller, the line works again, and no position is
 * handed out twice.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class InjectedErrorsTest {

  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
  private static final TickRules RULES = new TickRules(
      TickScale.of(START.toEpochMilli(), 1), 4, 1L << 40, 10, 60_000, OnClockBehind.REFUSE);

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

  /** Counts calls, and throws in one of them. */
  private static final class Injection {
    private final Thrown thrown;
    private final long at;
    private final AtomicLong calls = new AtomicLong();

    Injection(Thrown thrown, long at) {
      this.thrown = thrown;
      this.at = at;
    }

    void point() {
      if (calls.incrementAndGet() == at) {
        InjectedErrorsTest.<RuntimeException>sneak(thrown.make.get());
      }
    }

    /** Stops throwing. Returns whether it has thrown. */
    boolean end() {
      return calls.getAndSet(at) >= at;
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @ParameterizedTest
  @EnumSource(Thrown.class)
  void line_anyCallThrowsOnce_recovers(Thrown thrown) {
    for (boolean timed : new boolean[] {false, true}) {
      long points = 0;
      boolean struck = true;
      while (struck) {
        points++;
        struck = strike(new Injection(thrown, points), timed);
      }
      assertThat(points).as("points of a line, timed=%s", timed).isGreaterThan(40);
    }
  }

  private static boolean strike(Injection injection, boolean timed) {
    ManualTime time = new ManualTime(START);
    List<ClockListener> ticked = new ArrayList<>();
    LocalLine line = line(injection, timed, time, ticked);
    Set<Long> seen = new HashSet<>();
    List<CompletableFuture<Void>> pending = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      int step = i;
      Attempts.attempt(() -> add(seen, line.next()));
      Attempts.attempt(() -> {
        for (long id : LineBatches.next(line, 3)) {
          add(seen, id);
        }
      });
      Attempts.attempt(() -> add(seen, line.reserve(2)));
      Attempts.attempt(() -> {
        CompletableFuture<Void> later = LineBatches.nextAsync(line, 3, ids -> ids)
            .thenAccept(ids -> {
              for (long id : ids) {
                add(seen, id);
              }
            });
        pending.add(later);
      });
      Attempts.attempt(() -> time.advance(Duration.ofMillis(step % 3 == 0 ? 40 : 1)));
      ticked.removeIf(one -> !ticks(one));
    }
    boolean struck = injection.end();
    time.advance(Duration.ofSeconds(2));
    for (int i = 0; i < 20; i++) {
      add(seen, line.next());
    }
    assertThat(pending).allMatch(CompletableFuture::isDone);
    assertThat(pending).noneMatch(InjectedErrorsTest::endedWithError);
    pending.forEach(later -> Attempts.attempt(() -> causeOf(later)));
    return struck;
  }

  /** Code that is chained to a future could end its own thread because of such an error. */
  private static boolean endedWithError(CompletableFuture<Void> call) {
    return call.handle(
            (ids, failure) -> failure != null && failure.getCause() instanceof VirtualMachineError)
        .join();
  }

  /** Throws the cause of a failed call. */
  private static void causeOf(CompletableFuture<Void> call) {
    try {
      call.join();
    } catch (CompletionException e) {
      InjectedErrorsTest.<RuntimeException>sneak(Objects.requireNonNull(e.getCause()));
    }
  }

  private static LocalLine line(
      Injection injection, boolean timed, ManualTime time, List<ClockListener> ticked) {
    InstantSource wall = () -> {
      injection.point();
      return time.wall().instant();
    };
    ElapsedClock elapsed = new ElapsedClock() {
      @Override
      public long nanos() {
        injection.point();
        return time.elapsed().nanos();
      }

      @Override
      public void pause(long nanos) {
        injection.point();
        time.elapsed().pause(nanos);
      }

      @Override
      public void callAfter(long nanos, Runnable task) {
        injection.point();
        time.elapsed().callAfter(nanos, task);
      }
    };
    Executor background = work -> {
      injection.point();
      work.run();
      injection.point();
    };
    AtomicLong next = new AtomicLong();
    RangeSource source = request -> {
      injection.point();
      long start = next.updateAndGet(before -> Math.max(before, request.floor()));
      long end = start + Math.max(request.wanted(), 20);
      next.set(end);
      injection.point();
      return new Claimed(0, start, end, 5);
    };
    Pace pace = new Pace(
        one -> {
          injection.point();
          return ticked.add(one);
        },
        4,
        4);
    Context context =
        new Context(wall, elapsed, true, background, Duration.ofSeconds(1), SplittableRandom::new);
    return new LocalLine(
        "injected",
        new IdForm(
            PositionCode.PLAIN,
            () -> {
              injection.point();
              return 0;
            },
            IdOrder.GENERATOR),
        source,
        timed ? RULES : null,
        context,
        pace);
  }

  /** The clock's thread calls a listener again that has thrown. */
  private static boolean ticks(ClockListener one) {
    boolean[] again = {true};
    Attempts.attempt(() -> again[0] = one.clockTurned());
    return again[0];
  }

  private static void add(Set<Long> seen, long id) {
    if (!seen.add(id)) {
      throw new Attempts.DuplicateFound(id);
    }
  }
}
