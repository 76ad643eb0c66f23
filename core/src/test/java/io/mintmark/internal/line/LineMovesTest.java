package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreRewoundException;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A line that moves to a newly claimed range, at difficult moments. */
final class LineMovesTest {

  private static final long CAPACITY = 100;
  private static final Positions.Encoder<Made> MADE =
      (worker, position, argument) -> new Made(worker, position);

  private final ManualTime time = new ManualTime(Instant.EPOCH.plusSeconds(100));
  private final Queue<Runnable> claims = new ArrayDeque<>();
  private final List<Made> made = new ArrayList<>();

  private record Made(long worker, long position) {

    long tick() {
      return position / CAPACITY;
    }
  }

  private Context context() {
    return new Context(
        time.wall(),
        time.elapsed(),
        false,
        claims::add,
        Duration.ofSeconds(1),
        SplittableRandom::new);
  }

  private LocalLine line(RangeSource source) {
    TickRules rules =
        new TickRules(TickScale.of(0, 1_000), CAPACITY, 1L << 40, 1_000, 60_000, OnClockBehind.HOP);
    Pace fast = new Pace(listener -> true, 1, 1);
    IdForm form = new IdForm(PositionCode.PLAIN, () -> 0, IdOrder.GENERATOR);
    return new LocalLine("test", form, source, rules, context(), fast);
  }

  private void runClaims() {
    while (!claims.isEmpty()) {
      claims.remove().run();
    }
  }

  /** Another thread takes the first position of a tick while the line moves to worker 3. */
  @Test
  void moveTo_anotherWorker_itsIdsHaveALaterTick() {
    AtomicReference<LocalLine> used = new AtomicReference<>();
    AtomicBoolean comes = new AtomicBoolean();
    AtomicBoolean first = new AtomicBoolean(true);
    RangeSource source = new RangeSource() {
      @Override
      public Claimed claim(ClaimRequest request) {
        long floor = request.otherFloor();
        return first.getAndSet(false)
            ? new Claimed(7, floor, floor + CAPACITY + 3, -1)
            : new Claimed(3, floor, floor + 10 * CAPACITY, -1);
      }

      /** The line calls this while it computes the start of the next worker's ids. */
      @Override
      public boolean sharesTicks() {
        if (comes.getAndSet(false)) {
          made.add(Objects.requireNonNull(used.get()).next(0, MADE));
        }
        return false;
      }
    };
    LocalLine line = line(source);
    used.set(line);
    CompletableFuture<Long> one = LineBatches.nextAsync(line, 1, ids -> ids[0]);
    runClaims();
    assertThat(one).isCompleted();
    for (int i = 1; i < CAPACITY; i++) {
      made.add(line.next(0, MADE));
    }
    CompletableFuture<Long> batch = line.reserveAsync(5, last -> last);
    comes.set(true);
    runClaims();
    assertThat(batch).isCompleted();
    made.add(line.next(0, MADE));

    Made last = made.get(made.size() - 1);
    assertThat(made).hasSize((int) CAPACITY + 1).extracting(Made::position).isSorted();
    assertThat(last.worker()).isEqualTo(3);
    assertThat(made)
        .filteredOn(each -> each.worker() != last.worker())
        .allSatisfy(each -> assertThat(each.tick()).isLessThan(last.tick()));
  }

  /**
   * Positions that were claimed for the clock's time are used, even if the clock has stepped back
   * since.
   */
  @Test
  void moveTo_claimedWhileTheClockWasAhead_usesThatRange() {
    RangeSource source = request -> {
      long start = Math.max(request.held().end(), request.floor());
      return new Claimed(0, start, start + 10 * CAPACITY, 5 * CAPACITY);
    };
    LocalLine line = line(source);
    CompletableFuture<Long> one = LineBatches.nextAsync(line, 1, ids -> ids[0]);
    runClaims();
    assertThat(one).isCompleted();
    made.add(line.next(0, MADE));
    time.stepWall(Duration.ofSeconds(30));
    assertThat(line.clockTurned()).isTrue();
    time.stepWall(Duration.ofSeconds(-30));
    assertThat(line.clockTurned()).isTrue();
    runClaims();
    for (int i = 0; i < 35; i++) {
      time.advance(Duration.ofSeconds(1));
      assertThat(line.clockTurned()).isTrue();
      made.add(line.next(0, MADE));
    }

    assertThat(made).extracting(Made::position).isSorted().doesNotHaveDuplicates();
  }

  /**
   * The queued calls use up all positions before the deadline. Further calls are refused, because
   * their positions would come too late.
   */
  @Test
  void nextAsync_duringAClaim_queueIsBoundedByCapacity() {
    LocalLine line =
        line(request -> new Claimed(7, request.floor(), request.floor() + request.wanted(), -1));
    List<CompletableFuture<Long>> calls = new ArrayList<>();
    for (int i = 0; i < 10 * CAPACITY; i++) {
      calls.add(LineBatches.nextAsync(line, 1, ids -> ids[0]));
    }

    assertThat(calls.stream().filter(call -> !call.isDone()))
        .hasSizeBetween((int) (2 * CAPACITY), (int) (4 * CAPACITY));
  }

  /**
   * After the store has gone back, the rest of a thread's slice may have been handed out to other
   * processes.
   */
  @Test
  void next_storeRewound_usesNothingOfAThreadSlice() {
    AtomicBoolean first = new AtomicBoolean(true);
    LocalLine line = new LocalLine(
        "test",
        new IdForm(PositionCode.PLAIN, () -> 0, IdOrder.THREAD),
        request -> {
          if (first.getAndSet(false)) {
            return new Claimed(0, 0, 2_000, 1_500);
          }
          throw new StoreRewoundException("set back");
        },
        null,
        context());
    CompletableFuture<Long> one = LineBatches.nextAsync(line, 1, ids -> ids[0]);
    runClaims();
    assertThat(one).isCompleted();
    for (int i = 0; i < 801; i++) {
      long unused = line.next();
    }
    runClaims();

    assertThatThrownBy(line::next).isInstanceOf(StoreRewoundException.class);
  }
}
