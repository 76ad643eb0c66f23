package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.Positions.Encoder;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which positions of a slow claim the waiting calls receive. */
final class LocalLineServesTest {

  private static final Encoder<Long> POSITION = (worker, position, argument) -> position;

  private final ManualTime time = new ManualTime(Instant.EPOCH.plusSeconds(100));
  private final Queue<Runnable> background = new ArrayDeque<>();

  /**
   * Two calls wait for a claim. The second call comes two seconds after the first. The claimed
   * positions start at the time of the first call. The newest of them are handed out, even if their
   * time has passed.
   */
  @ParameterizedTest
  @CsvSource({"1000, 10200", "100, 10098"})
  void nextAsync_claimTakesSeconds_hasTheFreshestOfIt(long positions, long first) {
    LocalLine line = seconds(request -> new Claimed(0, 10_000, 10_000 + positions, -1));
    CompletableFuture<long[]> one = LineBatches.nextAsync(line, 1, ids -> ids);
    time.advance(Duration.ofSeconds(2));
    CompletableFuture<long[]> two = LineBatches.nextAsync(line, 1, ids -> ids);
    background.remove().run();

    assertThat(one).isCompletedWithValueMatching(ids -> ids[0] == first);
    assertThat(two).isCompletedWithValueMatching(ids -> ids[0] == first + 1);
    assertThat(line.made()).isEqualTo(2);
  }

  /**
   * A batch that must not be split begins in the first tick of the claim that has room for all of
   * it.
   */
  @Test
  void nextAsync_wholeWhereTheClaimBeginsLateInATick_isOfTheNext() {
    LocalLine line = seconds(request -> new Claimed(0, 10_095, 11_000, -1));
    CompletableFuture<List<Long>> whole = LineBatches.nextAsync(line, 10, true, POSITION);
    background.remove().run();

    assertThat(whole).isCompletedWithValueMatching(ids -> ids.get(0) == 10_100);
    assertThat(line.made()).isEqualTo(10);
  }

  /** No positions are skipped for a batch that does not fit. */
  @Test
  void nextAsync_batchLargerThanTheClaim_waitsForTheNextClaim() {
    LocalLine line = seconds(request -> new Claimed(0, 10_095, 10_105, -1));
    CompletableFuture<List<Long>> whole = LineBatches.nextAsync(line, 10, true, POSITION);
    CompletableFuture<long[]> one = LineBatches.nextAsync(line, 1, ids -> ids);
    background.remove().run();

    assertThat(whole).isNotDone();
    assertThat(one).isCompletedWithValueMatching(ids -> ids[0] == 10_095);
  }

  @Test
  void nextAsync_earlierClaimNeverReturned_isServedByAnother() {
    LocalLine line = seconds(request -> new Claimed(0, request.floor(), request.floor() + 100, -1));
    CompletableFuture<long[]> lost = LineBatches.nextAsync(line, 1, ids -> ids);
    Runnable hung = background.remove();
    time.advance(Duration.ofMinutes(2));
    CompletableFuture<long[]> served = LineBatches.nextAsync(line, 1, ids -> ids);
    time.advance(Duration.ofMillis(100));
    background.remove().run();

    assertThat(lost).isCompletedExceptionally();
    long first = served.join()[0];
    assertThat(first).isGreaterThanOrEqualTo(22_000);
    hung.run();
    assertThat(line.next()).isEqualTo(first + 1);
    assertThat(line.made()).isEqualTo(2);
  }

  /** Ids of earlier seconds do not confirm a reading, which may have been wrong. */
  @Test
  void nextAsync_clockJumpsWhileItWaits_lastOfASecondLeavesTheReadingToBeForgotten() {
    LocalLine line = seconds(request -> new Claimed(0, 10_900, 11_100, -1));
    CompletableFuture<long[]> batch = LineBatches.nextAsync(line, 100, ids -> ids);
    time.stepWall(Duration.ofSeconds(10));
    background.remove().run();
    assertThat(batch).isCompletedWithValueMatching(ids -> ids[99] == 10_999);
    time.stepWall(Duration.ofSeconds(-10));

    assertThat(line.next()).isEqualTo(11_000);
  }

  /**
   * Each claim is one position of a new worker, one second later than the previous claim. The third
   * claim arrives too late for its call. The next call gets its position.
   */
  @Test
  void nextAsync_claimAfterTheDeadline_servesTheNextCall() {
    Queue<Claimed> claims = new ArrayDeque<>();
    for (int worker = 0; worker < 4; worker++) {
      long start = 10_100 + 100L * worker;
      claims.add(new Claimed(worker, start, start + 1, -1));
    }
    LocalLine line = seconds(request -> claims.remove(), Duration.ofMillis(500));
    for (int made = 0; made < 2; made++) {
      CompletableFuture<long[]> id = LineBatches.nextAsync(line, 1, ids -> ids);
      background.remove().run();
      assertThat(id).isCompleted();
    }
    CompletableFuture<long[]> late = LineBatches.nextAsync(line, 1, ids -> ids);
    background.remove().run();
    time.advance(Duration.ofMillis(1_600));
    assertThat(late).isCompletedExceptionally();
    CompletableFuture<long[]> next = LineBatches.nextAsync(line, 1, ids -> ids);
    time.advance(Duration.ofMillis(400));

    assertThat(next).isCompletedWithValueMatching(ids -> ids[0] == 10_300);
    assertThat(background).isEmpty();
  }

  /** For example, the process was stopped meanwhile. */
  @Test
  void nextAsync_timerFiresLate_endsAllCallsWhoseTimeIsUp() {
    List<Runnable> timers = new ArrayList<>();
    ElapsedClock late = new ElapsedClock() {
      @Override
      public long nanos() {
        return time.elapsed().nanos();
      }

      @Override
      public void pause(long nanos) {
        time.elapsed().pause(nanos);
      }

      @Override
      public void callAfter(long nanos, Runnable task) {
        timers.add(task);
      }
    };
    Context context = new Context(
        time.wall(), late, false, background::add, Duration.ofSeconds(1), SplittableRandom::new);
    RangeSource source = request -> new Claimed(0, 0, 10, -1);
    LocalLine line = new LocalLine("numbers", IdForm.PLAIN, source, null, context);
    CompletableFuture<long[]> one = LineBatches.nextAsync(line, 1, ids -> ids);
    time.advance(Duration.ofMillis(50));
    CompletableFuture<long[]> two = LineBatches.nextAsync(line, 1, ids -> ids);
    time.advance(Duration.ofSeconds(2));

    assertThat(timers).hasSize(1);
    timers.get(0).run();

    assertThat(one).isCompletedExceptionally();
    assertThat(two).isCompletedExceptionally();
  }

  private LocalLine seconds(RangeSource source) {
    return seconds(source, Duration.ofSeconds(5));
  }

  /**
   * A line of seconds with a hundred positions each. One position may be used ahead of the clock.
   */
  private LocalLine seconds(RangeSource source, Duration timeout) {
    TickRules rules =
        new TickRules(TickScale.of(0, 1_000), 100, 1L << 40, 1_000, 1_000, OnClockBehind.REFUSE);
    Pace slow = new Pace(listener -> false, 1, 1);
    return new LocalLine(
        "test",
        IdForm.PLAIN,
        source,
        rules,
        new Context(
            time.wall(), time.elapsed(), true, background::add, timeout, SplittableRandom::new),
        slow);
  }

  /** The claim reaches further than the clock. Positions that are too far ahead are burned. */
  @Test
  void nextAsync_servedFurtherThanTheClock_waitsForTheRest() {
    LocalLine line = seconds(request -> new Claimed(0, 10_000, 11_000, -1));
    CompletableFuture<long[]> batch = LineBatches.nextAsync(line, 250, ids -> ids);
    background.remove().run();
    assertThat(batch).isNotDone();
    time.advance(Duration.ofSeconds(2));

    assertThat(batch).isCompleted();
    assertThat(batch.join()).hasSize(250).isSorted().doesNotHaveDuplicates().contains(10_199);
    assertThat(batch.join()[200]).isEqualTo(10_250);
    assertThat(line.made()).isEqualTo(250);
  }

  @Test
  void next_suspendedForLonger_throwsWithTheReason() {
    LocalLine line = seconds(request -> new Claimed(0, 10_000, 11_000, -1));
    line.suspend();

    assertThatThrownBy(line::next)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("ids are suspended for a checkpoint: generator=test; no id issued");
  }
}
