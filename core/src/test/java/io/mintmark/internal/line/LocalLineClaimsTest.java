package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.Positions.Encoder;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a line claims more positions, how many, and which calls receive them. */
final class LocalLineClaimsTest {

  private static final Encoder<Long> POSITION = (worker, position, argument) -> position;

  private final ManualTime time = new ManualTime(Instant.EPOCH.plusSeconds(100));
  private final Queue<Runnable> background = new ArrayDeque<>();
  private final List<ClaimRequest> requests = new ArrayList<>();
  private int readings;

  private final ParkingClock elapsed = new ParkingClock() {
    @Override
    public long nanos() {
      readings++;
      return time.elapsed().nanos();
    }

    @Override
    public void pause(long nanos) {
      time.elapsed().pause(nanos);
    }

    @Override
    public void callAfter(long nanos, Runnable task) {
      time.elapsed().callAfter(nanos, task);
    }

    /** No time passes here. Only another thread can end the wait before the test fails. */
    @Override
    public void park(Object blocker, long nanos) {
      LockSupport.parkNanos(blocker, TimeUnit.SECONDS.toNanos(60));
    }

    @Override
    public boolean add(ClockListener listener) {
      return false;
    }
  };

  private Context context(Executor executor) {
    return new Context(
        time.wall(), elapsed, true, executor, Duration.ofSeconds(5), SplittableRandom::new);
  }

  private LocalLine plain(RangeSource source, Executor executor) {
    RangeSource heard = request -> {
      requests.add(request);
      return source.claim(request);
    };
    return new LocalLine("test", IdForm.PLAIN, heard, null, context(executor));
  }

  /**
   * An id of a segment costs one increment of a counter. The clock is read only when the line may
   * have to claim.
   */
  @Test
  void next_segmentInUse_claimsAheadOnlyAtTheMark() {
    LocalLine line = plain(
        request -> new Claimed(0, 100L * (requests.size() - 1), 100L * requests.size(), 20),
        Runnable::run);
    assertThat(line.next()).isZero();
    readings = 0;
    for (long id = 1; id < 80; id++) {
      assertThat(line.next()).isEqualTo(id);
    }
    assertThat(readings).isZero();
    assertThat(requests).hasSize(1);

    assertThat(line.next()).isEqualTo(80);
    assertThat(requests).hasSize(2);
    assertThat(line.holding().end()).isEqualTo(200);
  }

  /** The position at the end of a range belongs to another process. */
  @Test
  void next_encoder_stopsAtTheEndOfTheRange() {
    LocalLine line = plain(
        request -> new Claimed(0, 10L * (requests.size() - 1), 10L * requests.size() - 6, -1),
        Runnable::run);
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ids.add(line.next(0, POSITION));
    }
    assertThat(ids).containsExactly(0L, 1L, 2L, 3L, 10L, 11L, 12L, 13L, 20L, 21L);
  }

  /** If the store recovers, it is used before the segment has run out. */
  @Test
  void next_claimAheadFails_retriesAtEachHalfOfTheRest() {
    List<Long> asked = new ArrayList<>();
    LocalLine line = plain(
        request -> {
          asked.add(request.held().position());
          if (requests.size() > 1) {
            throw new StoreUnavailableException("away");
          }
          return new Claimed(0, 0, 100, 20);
        },
        Runnable::run);
    for (long id = 0; id < 100; id++) {
      assertThat(line.next()).isEqualTo(id);
      time.advance(Duration.ofSeconds(2));
    }

    assertThat(asked).containsExactly(0L, 81L, 92L, 97L, 100L);
  }

  /**
   * A range that was claimed ahead and is not adjacent is used next, without a claim at the
   * transition.
   */
  @Test
  void next_segmentUsedUp_continuesInTheOneClaimedAhead() {
    LocalLine line = plain(
        request ->
            new Claimed(0, 1_000L * (requests.size() - 1), 1_000L * requests.size() - 900, 20),
        Runnable::run);
    for (long id = 0; id < 100; id++) {
      assertThat(line.next()).isEqualTo(id);
    }
    for (long id = 1_000; id < 1_080; id++) {
      assertThat(line.next()).isEqualTo(id);
      assertThat(requests).hasSize(2);
    }
    assertThat(line.next()).isEqualTo(1_080);
    assertThat(requests).hasSize(3);
  }

  @Test
  void next_batchReachesTheMark_claimsOnceAndUsesTheRest() {
    LocalLine line = plain(request -> new Claimed(0, 0, 100, 20), background::add);
    CompletableFuture<long[]> batch = LineBatches.nextAsync(line, 80, ids -> ids);
    background.remove().run();
    assertThat(batch.join()).hasSize(80);
    assertThat(background).hasSize(1);
    readings = 0;

    for (long id = 80; id < 90; id++) {
      assertThat(line.next()).isEqualTo(id);
    }
    assertThat(readings).isZero();
    assertThat(background).hasSize(1);
  }

  /** An adjacent range extends the current range. So a batch without a gap can continue into it. */
  @Test
  void reserve_acrossAdjacentRanges_burnsNothing() {
    LocalLine line = plain(
        request -> new Claimed(0, 100L * (requests.size() - 1), 100L * requests.size(), 20),
        background::add);
    CompletableFuture<long[]> batch = LineBatches.nextAsync(line, 80, ids -> ids);
    background.remove().run();
    background.remove().run();
    assertThat(batch.join()).endsWith(79);
    readings = 0;
    for (long id = 80; id < 130; id++) {
      assertThat(line.next()).isEqualTo(id);
    }
    assertThat(readings).isZero();

    assertThat(line.reserve(50)).isEqualTo(179);
    assertThat(line.made()).isEqualTo(180);
  }

  @Test
  void next_noClaimDue_readsNoClock() {
    LocalLine line = plain(request -> new Claimed(0, 0, 100, -1), Runnable::run);
    assertThat(line.next()).isZero();
    readings = 0;
    for (long id = 1; id < 100; id++) {
      assertThat(line.next()).isEqualTo(id);
    }
    assertThat(readings).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0, 2", "-1, 1"})
  void next_lastOfASegment_claimsAheadUnlessDisabled(long renewBelow, int asked) {
    LocalLine line = plain(
        request -> new Claimed(0, 10L * (requests.size() - 1), 10L * requests.size(), renewBelow),
        Runnable::run);
    assertThat(LineBatches.next(line, 10)).endsWith(9);
    assertThat(requests).hasSize(asked);
  }

  /**
   * Positions for a cancelled call would be burned, and the next call would find the line at a
   * higher position.
   */
  @Test
  void nextAsync_cancelledWhileWaiting_takesNoPositions() {
    LocalLine line = plain(request -> new Claimed(0, 0, 10, -1), background::add);
    CompletableFuture<long[]> first = LineBatches.nextAsync(line, 2, ids -> ids);
    CompletableFuture<long[]> second = LineBatches.nextAsync(line, 3, ids -> ids);
    assertThat(first.cancel(false)).isTrue();
    background.remove().run();

    assertThat(second.join()).containsExactly(0, 1, 2);
    assertThat(line.next()).isEqualTo(3);
    time.advance(Duration.ofSeconds(6));
    assertThat(line.next()).isEqualTo(4);
    assertThat(line.made()).isEqualTo(5);
  }

  /** The cancelled call no longer needs positions, so nothing is claimed for it. */
  @Test
  void nextAsync_afterACancelledCall_claimsOnlyItsOwn() {
    LocalLine line = plain(
        request -> new Claimed(0, 3L * (requests.size() - 1), 3L * requests.size(), -1),
        background::add);
    CompletableFuture<long[]> first = LineBatches.nextAsync(line, 2, ids -> ids);
    CompletableFuture<long[]> second = LineBatches.nextAsync(line, 3, ids -> ids);
    assertThat(first.cancel(false)).isTrue();
    background.remove().run();
    assertThat(second.join()).containsExactly(0, 1, 2);

    CompletableFuture<long[]> third = LineBatches.nextAsync(line, 3, ids -> ids);
    background.remove().run();
    assertThat(third).isCompletedWithValueMatching(ids -> ids[0] == 3 && ids[2] == 5);
    assertThat(requests).last().extracting(ClaimRequest::wanted).isEqualTo(3L);
  }

  /** The caller of the first call cancels the second call, which the claim has already served. */
  @Test
  void nextAsync_cancelledWhenServed_isNotCounted() {
    LocalLine line = plain(request -> new Claimed(0, 0, 10, -1), background::add);
    CompletableFuture<long[]> first = LineBatches.nextAsync(line, 2, ids -> ids);
    CompletableFuture<long[]> second = LineBatches.nextAsync(line, 3, ids -> ids);
    CompletableFuture<Boolean> cancelled = first.thenApply(ids -> second.cancel(false));
    background.remove().run();

    assertThat(first.join()).containsExactly(0, 1);
    assertThat(cancelled).isCompletedWithValue(true);
    assertThat(line.next()).isEqualTo(5);
    assertThat(line.made()).isEqualTo(3);
  }

  @Test
  void nextAsync_severalWait_oneClaimServesAllInOrder() {
    LocalLine line = plain(request -> new Claimed(0, 0, 7, -1), background::add);
    CompletableFuture<long[]> two = LineBatches.nextAsync(line, 2, ids -> ids);
    CompletableFuture<Long> block = line.reserveAsync(3, last -> last);
    CompletableFuture<long[]> four = LineBatches.nextAsync(line, 4, ids -> ids);
    time.advance(Duration.ofMillis(100));
    background.remove().run();

    assertThat(two.join()).containsExactly(0, 1);
    assertThat(block.join()).isEqualTo(4);
    assertThat(four).isNotDone();
    assertThat(background).hasSize(1);
    assertThat(line.holding().left()).isZero();
  }

  @Test
  void next_claimArrives_wakesTheCallerBeforeItsPauseEnds() throws Exception {
    BlockingQueue<Runnable> claims = new LinkedBlockingQueue<>();
    LocalLine line = plain(request -> new Claimed(0, 7, 10, -1), claims::add);
    CompletableFuture<Long> caller = CompletableFuture.supplyAsync(line::next);
    Runnable claim = claims.poll(20, TimeUnit.SECONDS);
    assertThat(claim).isNotNull();
    claim.run();

    assertThat(caller.get(20, TimeUnit.SECONDS)).isEqualTo(7);
  }

  /**
   * The store refuses a clock that is far ahead. Positions that were claimed earlier remain usable.
   */
  @ParameterizedTest
  @ValueSource(longs = {10, 86_400})
  void next_storeRefusesTheClock_keepsHeldPositions(long aheadSeconds) {
    TickRules rules =
        new TickRules(TickScale.of(0, 1_000), 100, 1L << 40, 1_000, 1_000, OnClockBehind.REFUSE);
    RangeSource source = request -> {
      requests.add(request);
      if (requests.size() > 1) {
        throw new ClockAheadException("far ahead");
      }
      return new Claimed(0, request.floor(), request.floor() + 1_000, -1);
    };
    Pace slow = new Pace(listener -> false, 1, 1);
    LocalLine line =
        new LocalLine("test", IdForm.PLAIN, source, rules, context(Runnable::run), slow);
    assertThat(line.next(0, POSITION)).isEqualTo(10_000);
    time.stepWall(Duration.ofSeconds(aheadSeconds));

    assertThatThrownBy(() -> line.next(0, POSITION)).isInstanceOf(ClockAheadException.class);
    time.stepWall(Duration.ofSeconds(-aheadSeconds));
    assertThat(line.next(0, POSITION)).isEqualTo(10_001);
    assertThat(requests).hasSize(2);
  }

  /** Positions that are claimed ahead are counted too, even if they are not adjacent. */
  @Test
  void holding_claimedAhead_countsBothRanges() {
    LocalLine line = plain(
        request -> new Claimed(0, 100L * (requests.size() - 1), 100L * requests.size() - 90, 5),
        Runnable::run);
    for (long id = 0; id < 6; id++) {
      assertThat(line.next()).isEqualTo(id);
    }
    assertThat(requests).hasSize(2);
    assertThat(line.holding().left()).isEqualTo(4 + 10);
    assertThat(line.supply().orElseThrow().left()).isEqualTo(4 + 10);
  }

  /**
   * The clock steps back into the previous tick, while a caller waits for positions of the current
   * tick.
   */
  @Test
  void next_clockStepsBackDuringAWait_usesNoEarlierSharedTick() {
    LocalLine line = sharing(2);
    CompletableFuture<long[]> first = LineBatches.nextAsync(line, 2, ids -> ids);
    time.stepWall(Duration.ofMillis(-100));
    background.remove().run();
    assertThat(first.join()).containsExactly(10_000, 10_001);

    CompletableFuture<long[]> second = LineBatches.nextAsync(line, 1, ids -> ids);
    while (!background.isEmpty()) {
      background.remove().run();
    }
    assertThat(second.join()[0]).isGreaterThanOrEqualTo(10_000);
  }

  /** Another worker that shares the tick has numbers of its own in it. */
  @Test
  void next_workerUsedUpASharedTick_continuesOnTheNextWorker() {
    LocalLine line = sharing(100);
    CompletableFuture<long[]> first = LineBatches.nextAsync(line, 100, ids -> ids);
    background.remove().run();
    assertThat(first.join()).startsWith(10_000).endsWith(10_099);

    CompletableFuture<List<Long>> second = LineBatches.nextAsync(line, 1, false, POSITION);
    background.remove().run();
    assertThat(second).isCompletedWithValue(List.of(10_000L));
    assertThat(line.holding().worker()).isEqualTo(1);
  }

  /**
   * A line of seconds with a hundred positions each. Each claim takes {@code each} of them, on
   * another worker number.
   */
  private LocalLine sharing(int each) {
    TickRules rules =
        new TickRules(TickScale.of(0, 1_000), 100, 1L << 40, 1_000, 1_000, OnClockBehind.REFUSE);
    RangeSource shared = new RangeSource() {
      @Override
      public Claimed claim(ClaimRequest request) {
        requests.add(request);
        int worker = requests.size() - 1;
        return new Claimed(worker, request.floor(), request.floor() + each, -1);
      }

      @Override
      public boolean sharesTicks() {
        return true;
      }
    };
    Pace slow = new Pace(listener -> false, 1, 1);
    return new LocalLine("test", IdForm.PLAIN, shared, rules, context(background::add), slow);
  }
}
