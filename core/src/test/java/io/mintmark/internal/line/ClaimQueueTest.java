package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ClosedException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.GeneratorObserver;
import io.mintmark.internal.time.ElapsedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/**
 * Which calls share a claim, and when each of them ends, checked to the exact position and
 * nanosecond.
 */
class ClaimQueueTest extends ClaimQueueFixture {

  @Test
  void claim_anyCount_waitsForTheLastOfItsPositions() {
    assertThat(queue.claim(5)).isZero();
    assertThat(queue.claim(1)).isEqualTo(5);
    CompletableFuture<Long> three = ask(3);
    CompletableFuture<Long> two = ask(2);
    runClaims();

    assertThat(three.join()).isEqualTo(6);
    assertThat(two.join()).isEqualTo(9);
    assertThat(line.lasts).containsExactly(4L, 5L, 8L, 10L);
    assertThat(queue.made()).isEqualTo(11);
  }

  @Test
  void claim_suspendedMeanwhileAndTimeIsUp_throwsWithoutAnotherClaim() {
    line.whileClaiming = () -> {
      queue.suspend();
      queue.resume();
      time.advanceElapsed(TIMEOUT);
    };

    assertThatThrownBy(() -> queue.claim(1)).isInstanceOf(StoreUnavailableException.class);
    assertThat(line.counts).containsExactly(1L);
    assertThat(queue.made()).isZero();
  }

  @Test
  void fillAsync_noMemoryForTheNextTimer_endsTheOtherCallsToo() {
    Timers timers = new Timers(time.elapsed());
    ClaimQueue tight = new ClaimQueue(
        "orders",
        line,
        new Context(time.wall(), timers, false, background::add, TIMEOUT, SplittableRandom::new));
    CompletableFuture<Long> first = tight.reserveAsync(1, last -> last);
    time.advanceElapsed(Duration.ofMillis(100));
    CompletableFuture<Long> second = tight.reserveAsync(1, last -> last);
    timers.left = 0;

    time.advanceElapsed(Duration.ofMillis(300));

    assertFailed(first, StoreUnavailableException.class);
    assertFailed(second, StoreUnavailableException.class);
    assertThatThrownBy(second::join).hasStackTraceContaining("OutOfMemoryError: simulated");
    timers.left = 1;
    assertThat(tight.reserveAsync(1, last -> last)).isNotDone();
    assertThat(timers.left).isZero();
  }

  /** A clock on which only some timers can be set. */
  private static final class Timers implements ElapsedClock {

    private final ElapsedClock clock;
    private int left = 1;

    Timers(ElapsedClock clock) {
      this.clock = clock;
    }

    @Override
    public long nanos() {
      return clock.nanos();
    }

    @Override
    public void pause(long nanos) {
      clock.pause(nanos);
    }

    @Override
    public void callAfter(long nanos, Runnable task) {
      if (left == 0) {
        throw new OutOfMemoryError("simulated");
      }
      left--;
      clock.callAfter(nanos, task);
    }
  }

  @Test
  void fillAsync_upToTheSharedMaximum_sharesOneClaim() {
    List<CompletableFuture<Long>> calls = List.of(ask(MOST_SHARED - 1), ask(1), ask(5));
    runClaims();

    assertThat(calls.stream().map(CompletableFuture::join))
        .containsExactly(0L, MOST_SHARED - 1L, (long) MOST_SHARED);
    assertThat(line.counts).containsExactly((long) MOST_SHARED, 5L);
  }

  @Test
  void fillAsync_aboveTheSharedMaximum_claimsAlone() {
    List<CompletableFuture<Long>> calls = List.of(ask(2 * MOST_SHARED), ask(1));
    runClaims();

    assertThat(calls).allMatch(CompletableFuture::isDone);
    assertThat(line.counts).containsExactly(2L * MOST_SHARED, 1L);
  }

  @Test
  void fillAsync_executorRejects_failsAtOnce() {
    ClaimQueue refused = queue(task -> {
      throw new RejectedExecutionException("full");
    });
    CompletableFuture<Long> call = refused.reserveAsync(1, last -> last);

    assertFailed(call, StoreUnavailableException.class);
    assertThatThrownBy(call::join).hasMessageContaining("no thread is available for a claim");
  }

  /** The second call comes while the executor refuses the claim of the first one. */
  @Test
  void fillAsync_duringARefusal_getsAClaimOfItsOwn() {
    List<CompletableFuture<Long>> second = new ArrayList<>();
    List<ClaimQueue> known = new ArrayList<>();
    ClaimQueue refusing = queue(task -> {
      if (second.isEmpty()) {
        second.add(known.get(0).reserveAsync(1, last -> last));
        throw new RejectedExecutionException("full");
      }
      task.run();
    });
    known.add(refusing);

    CompletableFuture<Long> first = refusing.reserveAsync(1, last -> last);

    assertFailed(first, StoreUnavailableException.class);
    assertThat(second.get(0)).isCompletedWithValue(0L);
  }

  @Test
  void fillAsync_conversionThrows_failsAtOnceAndCountsNothing() {
    CompletableFuture<Long> call = queue.reserveAsync(1, last -> {
      throw new IllegalStateException("no answer");
    });
    runClaims();

    assertFailed(call, IllegalStateException.class);
    assertThat(queue.made()).isZero();
  }

  @Test
  void fillAsync_clockTooFarBehind_failsAtOnce() {
    line.behind = true;
    CompletableFuture<Long> call = ask(1);
    runClaims();

    assertFailed(call, ClockBehindException.class);
  }

  /**
   * If the line has too few positions left for a shared claim, only the calls that do not fit may
   * fail.
   */
  @Test
  void fillAsync_sharedClaimExceedsRest_eachClaimsAlone() {
    line.left = 4;
    CompletableFuture<Long> three = ask(3);
    CompletableFuture<Long> two = ask(2);
    CompletableFuture<Long> one = ask(1);
    runClaims();

    assertThat(three).isCompletedWithValue(0L);
    assertFailed(two, ExhaustedException.class);
    assertThat(one).isCompletedWithValue(3L);
    assertThat(line.counts).containsExactly(6L, 3L, 3L, 2L, 1L);
  }

  @Test
  void fillAsync_storeUnavailable_failsAtOnceAndNextClaimSucceeds() {
    line.whileClaiming = () -> {
      throw new StoreUnavailableException("away");
    };
    CompletableFuture<Long> call = ask(1);
    runClaims();
    assertFailed(call, StoreUnavailableException.class);

    line.whileClaiming = () -> {};
    CompletableFuture<Long> next = ask(1);
    runClaims();
    assertThat(next).isCompletedWithValue(0L);
  }

  /** Otherwise no claim would be made for later calls. */
  @Test
  void fillAsync_claimThrowsError_nextClaimSucceeds() {
    Error failing = new Error() {
      @Override
      public String getMessage() {
        throw new StackOverflowError("while it is told");
      }
    };
    line.whileClaiming = () -> {
      throw failing;
    };
    CompletableFuture<Long> call = ask(1);
    assertThatThrownBy(this::runClaims).isInstanceOf(StackOverflowError.class);

    line.whileClaiming = () -> {};
    CompletableFuture<Long> next = ask(1);
    runClaims();
    assertThat(call).isCompletedWithValue(0L);
    assertThat(next).isCompletedWithValue(1L);
  }

  @Test
  void fillAsync_noTimerAvailable_failsAtOnce() {
    ElapsedClock timerless = new ElapsedClock() {
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
        throw new OutOfMemoryError("no thread for it");
      }
    };
    Context context =
        new Context(time.wall(), timerless, false, background::add, TIMEOUT, SplittableRandom::new);
    CompletableFuture<Long> call =
        new ClaimQueue("orders", line, context).reserveAsync(1, last -> last);

    assertFailed(call, StoreUnavailableException.class);
    assertThat(line.counts).isEmpty();
  }

  @Test
  void claim_succeedsOrFails_notifiesTheObserver() {
    List<String> told = new ArrayList<>();
    GeneratorObserver observer = new GeneratorObserver() {
      @Override
      public void claimed(Claim claim) {
        told.add(claim.generator() + " " + claim.took().toMillis());
      }

      @Override
      public void claimFailed(FailedClaim claim) {
        String message = claim.cause().getMessage();
        told.add(claim.generator() + " " + claim.took().toMillis() + " " + message);
      }
    };
    Context context = new Context(
        time.wall(),
        time.elapsed(),
        false,
        Runnable::run,
        TIMEOUT,
        SplittableRandom::new,
        false,
        "",
        new HarmlessObserver(observer),
        new LineEnds());
    ClaimQueue heard = new ClaimQueue("orders", line, context);
    line.left = 1;
    line.whileClaiming = () -> time.advance(Duration.ofMillis(3));

    assertThat(heard.claim(1)).isZero();
    assertThatThrownBy(() -> heard.claim(1)).isInstanceOf(ExhaustedException.class);
    assertThat(told).containsExactly("orders 3", "orders 3 fewer are left");
  }

  @Test
  void fillAsync_afterAServedCall_nextHasItsWholeTimeout() {
    CompletableFuture<Long> first = ask(1);
    runClaims();
    assertThat(first).isDone();
    time.advance(Duration.ofMillis(100));
    CompletableFuture<Long> second = ask(1);
    time.advance(TIMEOUT.minusNanos(1));
    assertThat(second).isNotDone();
    time.advance(Duration.ofNanos(1));
    assertFailed(second, StoreUnavailableException.class);
  }

  @Test
  void resume_callsQueued_claimsForThem() {
    queue.suspend();
    CompletableFuture<Long> call = ask(1);
    assertThat(background).isEmpty();
    queue.resume();
    runClaims();

    assertThat(call.join()).isZero();
  }

  /** No claim was made for this call, and none will be. */
  @Test
  void close_callsQueued_failsThemAtOnce() {
    queue.suspend();
    CompletableFuture<Long> call = ask(1);
    queue.close();

    assertFailed(call, ClosedException.class);
    assertThatThrownBy(() -> queue.claim(1)).isInstanceOf(ClosedException.class);
    assertThat(line.counts).isEmpty();
  }

  /** A closed generator makes no more ids. */
  @Test
  void close_callWaitsForTheClock_failsItWithoutIds() {
    line.waitNanos = 1;
    CompletableFuture<Long> call = ask(1);
    runClaims();
    queue.close();
    line.waitNanos = 0;
    time.advance(Duration.ofMillis(10));

    assertFailed(call, ClosedException.class);
    assertThat(queue.made()).isZero();
  }

  @Test
  void close_claimInFlight_failsItsCallsWithoutIds() {
    line.whileClaiming = queue::close;
    CompletableFuture<Long> call = ask(1);
    runClaims();

    assertFailed(call, ClosedException.class);
    assertThatThrownBy(() -> queue.claim(1)).isInstanceOf(ClosedException.class);
    assertThat(queue.made()).isZero();
  }

  @Test
  void gate_suspended_dropsOnceAndBlocksCallersToTheirDeadline() {
    List<String> dropped = new ArrayList<>();
    Context context = new Context(
        time.wall(), time.elapsed(), false, Runnable::run, TIMEOUT, SplittableRandom::new);
    SuspensionGate gate = new SuspensionGate("orders", context, () -> dropped.add("dropped"));
    long begun = time.elapsed().nanos();
    assertThat(gate.isOpen()).isTrue();
    gate.suspend();
    assertThat(gate.isOpen()).isFalse();
    assertThat(gate.suspensions()).isEqualTo(1);
    assertThatThrownBy(gate::pass).isInstanceOf(StoreUnavailableException.class);
    assertThat(time.elapsed().nanos() - begun).isEqualTo(TIMEOUT.toNanos());

    CompletableFuture<String> held = gate.passAsync(() -> Optional.of("passed"));
    time.advance(TIMEOUT.minusNanos(1));
    assertThat(held).isNotDone();
    time.advance(Duration.ofNanos(1));
    assertFailed(held, StoreUnavailableException.class);

    gate.resume();
    assertThat(gate.suspensions()).isEqualTo(1);
    assertThat(gate.isOpen()).isTrue();
    gate.close();
    assertThat(gate.isOpen()).isFalse();
    assertThat(dropped).hasSize(2);
  }

  /** A caller that reads the new count must not get anything that the suspension discards. */
  @Test
  void gate_suspended_isCountedAfterTheDrop() {
    List<Long> counts = new ArrayList<>();
    Context context = new Context(
        time.wall(), time.elapsed(), false, Runnable::run, TIMEOUT, SplittableRandom::new);
    SuspensionGate[] gate = new SuspensionGate[1];
    gate[0] = new SuspensionGate("orders", context, () -> counts.add(gate[0].suspensions()));
    gate[0].suspend();
    assertThat(counts).containsExactly(0L);
    assertThat(gate[0].suspensions()).isEqualTo(1);
  }

  /** The caller learns why its own claim failed, although the queue was closed meanwhile. */
  @Test
  void claim_failsWhileTheQueueIsClosed_throwsTheFailure() {
    line.inTurn = true;
    line.whileClaiming = () -> {
      queue.close();
      throw new StoreUnavailableException("gone");
    };
    assertThatThrownBy(() -> queue.claim(1))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("gone");
    assertThatThrownBy(() -> queue.claim(1)).isInstanceOf(ClosedException.class);
  }
}
