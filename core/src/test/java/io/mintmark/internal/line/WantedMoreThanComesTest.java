package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.TickExhaustedException;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A line of seconds with two numbers each, and callers that request more. */
final class WantedMoreThanComesTest {

  private static final long CAPACITY = 2;
  private static final long MAX_AHEAD_MS = 1_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Positions.Encoder<Long> POSITION = (worker, position, argument) -> position;

  private final ManualTime time = new ManualTime(Instant.EPOCH.plusSeconds(100));

  /** The line's position. */
  private final AtomicLong end = new AtomicLong();

  private final Pace slow = new Pace(listener -> false, 1, 1);
  private final LocalLine line = line(TIMEOUT, IdForm.PLAIN, following(1), slow);

  /**
   * Each claim continues after the previous one, with as many positions as wanted, but at least
   * {@code least}.
   */
  private RangeSource following(long least) {
    return request -> {
      long start = Math.max(end.get(), request.floor());
      end.set(start + Math.max(request.wanted(), least));
      return new Claimed(0, start, end.get(), -1);
    };
  }

  private LocalLine line(Duration timeout, IdForm form, RangeSource source, Pace pace) {
    Context context = new Context(
        time.wall(), time.elapsed(), false, Runnable::run, timeout, SplittableRandom::new);
    TickRules rules = new TickRules(
        TickScale.of(0, 1_000), CAPACITY, 1L << 40, MAX_AHEAD_MS, 1_000, OnClockBehind.REFUSE);
    return new LocalLine("test", form, source, rules, context, pace);
  }

  private long second() {
    return time.wall().instant().getEpochSecond();
  }

  @Test
  void nextAsync_tenTimesTheCapacity_servesTheCapacity() {
    List<CompletableFuture<Long>> calls = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j < 10 * CAPACITY; j++) {
        calls.add(LineBatches.nextAsync(line, 1, ids -> ids[0]));
      }
      time.advance(Duration.ofSeconds(1));
    }

    assertThat(calls.stream().filter(call -> call.isDone() && !call.isCompletedExceptionally()))
        .hasSizeBetween((int) (59 * CAPACITY), (int) (63 * CAPACITY));
    assertThat(end.get() / CAPACITY).isLessThanOrEqualTo(second() + 8);
  }

  /**
   * With the clock's thread, a call notices the end of a claim only when it takes one position too
   * many.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void next_eachClaimUsedUpAtOnce_staysWithinMaxAhead(boolean fast) {
    Pace pace = new Pace(listener -> fast, 1, 1);
    LocalLine greedy = line(TIMEOUT, IdForm.PLAIN, following(fast ? CAPACITY : 1), pace);
    for (int i = 0; i < 100; i++) {
      long position = greedy.next(0, POSITION);
      assertThat(position / CAPACITY).isLessThanOrEqualTo(second() + MAX_AHEAD_MS / 1_000);
    }
  }

  /** After a change of the number, ids must have a later tick. */
  @Test
  void next_eachClaimOfAnotherWorker_staysWithinMaxAhead() {
    IdForm form = new IdForm(PositionCode.PLAIN, () -> 1, IdOrder.GENERATOR);
    AtomicLong workers = new AtomicLong();
    RangeSource another = request -> new Claimed(
        workers.incrementAndGet(), request.floor(), request.floor() + request.wanted(), -1);
    LocalLine hopping = line(TIMEOUT, form, another, slow);
    for (int i = 0; i < 100; i++) {
      long position = hopping.next(0, POSITION);
      assertThat(position / CAPACITY).isLessThanOrEqualTo(second() + MAX_AHEAD_MS / 1_000);
    }
    assertThat(workers).hasValueGreaterThan(100 / (int) CAPACITY);
  }

  /** A thread that takes slices waits as long as any other thread. */
  @Test
  void next_threadOrderBeyondCapacity_waitsForTheClock() {
    LocalLine own = line(TIMEOUT, IdForm.plain(IdOrder.THREAD), following(1), slow);
    for (int i = 0; i < 20; i++) {
      long position = own.next(0, POSITION);
      assertThat(position / CAPACITY).isLessThanOrEqualTo(second() + MAX_AHEAD_MS / 1_000);
    }
  }

  /** Threads that retry immediately must not use up the future positions of their generator. */
  @ParameterizedTest
  @Tag("long")
  @ValueSource(booleans = {false, true})
  void next_retriedAfterRefusals_servesTheCapacity(boolean fast) {
    Pace pace = new Pace(listener -> fast, 1, 16);
    LocalLine impatient = line(Duration.ofMillis(1), IdForm.PLAIN, following(10 * CAPACITY), pace);
    int made = 0;
    for (int i = 0; i < 60 * 20; i++) {
      for (int j = 0; j < 32; j++) {
        try {
          long position = impatient.next(0, POSITION);
          assertThat(position / CAPACITY).isLessThanOrEqualTo(second() + MAX_AHEAD_MS / 1_000);
          made++;
        } catch (TickExhaustedException e) {
          assertThat(e).hasMessageContaining("all numbers of this tick are used");
        }
      }
      time.advance(Duration.ofMillis(50));
      impatient.clockTurned();
    }

    assertThat(made).isBetween((int) (59 * CAPACITY), (int) (63 * CAPACITY));
  }

  /** A refused call takes no position. */
  @Test
  void next_refusedAtTheLimit_takesNoPosition() {
    Pace fast = new Pace(listener -> true, 1, 1);
    LocalLine impatient = line(Duration.ofMillis(1), IdForm.PLAIN, following(10 * CAPACITY), fast);
    for (long position = 200; position < 204; position++) {
      assertThat(impatient.next(0, POSITION)).isEqualTo(position);
    }
    assertThat(impatient.clockTurned()).isTrue();

    assertThatThrownBy(() -> impatient.next(0, POSITION))
        .isInstanceOf(TickExhaustedException.class);
    time.advance(Duration.ofSeconds(1));
    assertThat(impatient.clockTurned()).isTrue();
    assertThat(impatient.next(0, POSITION)).isEqualTo(204);
  }

  /**
   * The clock reaches these positions within a second. A call late in a second waits only for the
   * rest of it.
   */
  @Test
  void nextAsync_withinATick_waitsForTheRestOfItAlone() {
    time.advance(Duration.ofMillis(900));
    List<Long> first =
        LineBatches.nextAsync(line, 4, ids -> List.of(ids[0], ids[3])).join();
    assertThat(first).containsExactly(200L, 203L);
    List<CompletableFuture<Long>> waiting = new ArrayList<>();
    for (int i = 0; i < 5 * CAPACITY; i++) {
      waiting.add(LineBatches.nextAsync(line, 1, ids -> ids[0]));
    }
    for (int i = 0; i < 4_900; i++) {
      time.advance(Duration.ofMillis(1));
    }

    assertThat(waiting).allSatisfy(call -> assertThat(call).isCompleted());
  }
}
