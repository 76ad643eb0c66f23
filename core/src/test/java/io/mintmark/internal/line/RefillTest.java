package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.line.RangeSource.ClaimRequest;
import io.mintmark.internal.line.RangeSource.Claimed;
import io.mintmark.internal.line.RangeSource.Owned;
import io.mintmark.internal.line.Request.Result;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a refill reports to its line at the end of each claim, and when it may claim again. */
class RefillTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final Claimed CLAIMED = new Claimed(0, 10, 20, 5);

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final Queue<Runnable> background = new ArrayDeque<>();
  private final List<String> told = new ArrayList<>();
  private boolean isFull;
  private boolean isDeep;
  private @Nullable MintmarkException fault;

  private final Context context =
      new Context(time.wall(), time.elapsed(), false, this::run, TIMEOUT, SplittableRandom::new);
  private final Object lock = new Object();
  private final Requests requests = new Requests(lock, context, call -> told.add("goOn"));
  private final Refill refill =
      new Refill("orders", new Source(), context, lock, requests, new Owner());

  private void run(Runnable claim) {
    if (isFull) {
      throw new RejectedExecutionException("full");
    }
    if (isDeep) {
      throw new StackOverflowError("deep");
    }
    background.add(claim);
  }

  private final class Source implements RangeSource {

    @Override
    public Claimed claim(ClaimRequest request) {
      if (fault != null) {
        throw fault;
      }
      return CLAIMED;
    }

    @Override
    public void afterClaim() {
      told.add("after");
    }
  }

  private final class Owner implements Refill.Owner {

    @Override
    public void install(ClaimRequest request, Claimed claimed, long askedAtNanos) {
      told.add("install " + claimed.start());
    }

    @Override
    public void distrustClock() {
      told.add("distrust");
    }

    @Override
    public void abandon() {
      told.add("abandon");
    }
  }

  private void ask(long want) {
    refill.ask(new ClaimRequest(0, 0, want, want, 0, Owned.NOTHING, false, false));
  }

  private void claim(@Nullable MintmarkException failure) {
    fault = failure;
    told.clear();
    ask(8);
    background.remove().run();
  }

  @Test
  void claim_served_isInstalledAndCallsGoOn() {
    Result<String> result = new Result<>(new CompletableFuture<>(), () -> "");
    Request call = new Request(1, null, false, TIMEOUT.toNanos(), result);
    call.begin(1, Requests.LATER);
    requests.add(call);
    requests.park(call);
    claim(null);
    assertThat(told).containsExactly("install 10", "goOn", "after");
    assertThat(refill.failure).isNull();
    assertThat(refill.isClaiming()).isFalse();
  }

  @Test
  void claim_disownedMeanwhile_isInstalledNowhere() {
    ask(8);
    refill.disown();
    assertThat(told).containsExactly("abandon");
    background.remove().run();
    assertThat(told).containsExactly("abandon", "after");
  }

  @Test
  void claim_doesNotReturn_isGivenUpAndItsOutcomeIsIgnored() {
    ask(8);
    Runnable lost = background.remove();
    time.advance(Duration.ofSeconds(62));
    assertThat(refill.isClaiming()).isTrue();
    time.advance(Duration.ofNanos(1));
    assertThat(refill.isClaiming()).isFalse();
    assertThat(refill.failure).hasMessageContaining("a claim did not return");

    ask(8);
    fault = new StoreRewoundException("a false alarm of the claim that was given up");
    lost.run();
    assertThat(refill.isClaiming()).isTrue();
    refill.refuseRewound();
    fault = null;
    told.clear();
    background.remove().run();

    assertThat(told).containsExactly("install 10", "after");
    assertThat(refill.isClaiming()).isFalse();
  }

  @Test
  void claim_storeForgot_dropsWhatIsHeldAndIsRefusedForGood() {
    claim(new StoreRewoundException("rewound"));
    assertThat(told).containsExactly("abandon", "after");
    assertThatThrownBy(refill::refuseRewound).isInstanceOf(StoreRewoundException.class);
    claim(null);
    assertThatThrownBy(refill::refuseRewound).isInstanceOf(StoreRewoundException.class);
  }

  @Test
  void claim_clockIsAhead_isToldToTheClockAndKeepsWhatIsHeld() {
    claim(new ClockAheadException("ahead"));
    assertThat(told).containsExactly("distrust", "after");
    assertThat(refill.failure).isInstanceOf(ClockAheadException.class);
    refill.refuseRewound();
  }

  @Test
  void claim_storeIsAway_keepsWhatIsHeld() {
    claim(new StoreUnavailableException("away"));
    assertThat(told).containsExactly("after");
  }

  @Test
  void mayAsk_afterFailures_waitsTwiceAsLongEachTimeUpToASecond() {
    for (long waitMs : new long[] {20, 40, 80, 160, 320, 640, 1_000, 1_000}) {
      claim(new StoreUnavailableException("away"));
      assertThat(refill.mayAsk(1)).isFalse();
      time.advance(Duration.ofMillis(waitMs).minusNanos(1));
      assertThat(refill.mayAsk(1)).isFalse();
      time.advance(Duration.ofNanos(1));
      assertThat(refill.mayAsk(1)).as("after %s ms", waitMs).isTrue();
    }
    claim(null);
    assertThat(refill.mayAsk(1)).isTrue();
    claim(new StoreUnavailableException("away"));
    assertThat(refill.untilRetryNanos()).isEqualTo(20_000_000);
  }

  @Test
  void mayAsk_fewerThanWereRefused_atOnce() {
    claim(new ExhaustedException("fewer are left"));
    assertThat(refill.tooMany).isEqualTo(8);
    assertThat(refill.mayAsk(8)).isFalse();
    assertThat(refill.mayAsk(7)).isTrue();
    assertThatThrownBy(() -> refill.refuseFinal(8)).isInstanceOf(ExhaustedException.class);
    refill.refuseFinal(7);
  }

  @Test
  void ask_noThreadTakesTheClaim_failsAndMayBeAskedAgainLater() {
    isFull = true;
    ask(8);
    assertThat(refill.isClaiming()).isFalse();
    assertThat(refill.outOfTime())
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("no thread is available for a claim: generator=orders");
    assertThat(refill.mayAsk(1)).isFalse();
    time.advance(Duration.ofMillis(20));
    assertThat(refill.mayAsk(1)).isTrue();

    isFull = false;
    claim(null);
    assertThat(told).contains("install 10");
  }

  /** A claim that no thread makes must not prevent later claims. */
  @Test
  void ask_errorBeforeAThreadHasTheClaim_mayBeAskedAgain() {
    isDeep = true;
    assertThatThrownBy(() -> ask(8)).isInstanceOf(StackOverflowError.class);
    assertThat(refill.isClaiming()).isFalse();
    assertThat(refill.mayAsk(1)).isTrue();

    isDeep = false;
    claim(null);
    assertThat(told).contains("install 10");
  }

  /** While a caller waits, the store may recover, or a number may become idle. */
  @Test
  void refuseFinal_whatMayChangeMeanwhile_isWaitedFor() {
    StoreUnavailableException away = new StoreUnavailableException("away");
    claim(away);
    refill.refuseFinal(8);
    assertThat(refill.outOfTime())
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("last='away'")
        .hasCause(away);

    NoIdleWorkerException taken = new NoIdleWorkerException("none is idle");
    claim(taken);
    refill.refuseFinal(8);
    assertThat(refill.outOfTime()).isSameAs(taken);
  }

  /** The deadline of a call may pass while another claim is in flight. */
  @Test
  void outOfTime_duringTheNextClaim_isTheLastFailure() {
    NoIdleWorkerException taken = new NoIdleWorkerException("all numbers are held");
    claim(taken);
    ask(8);
    assertThat(refill.isClaiming()).isTrue();
    assertThat(refill.outOfTime()).isSameAs(taken);

    fault = null;
    background.remove().run();
    assertThat(refill.failure).isNull();
  }
}
