package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A claim that never returns or returns after it was given up, and claims one after another. */
class EndlessClaimTest extends ClaimQueueFixture {

  @Test
  void fillAsync_claimNeverReturns_eachCallEndsAtItsDeadline() {
    CompletableFuture<Long> first = ask(1);
    time.advance(Duration.ofMillis(100));
    CompletableFuture<Long> second = ask(1);
    time.advance(Duration.ofMillis(300).minusNanos(1));
    assertThat(first).isNotDone();
    time.advance(Duration.ofNanos(1));
    assertFailed(first, StoreUnavailableException.class);
    assertThat(second).isNotDone();
    time.advance(Duration.ofMillis(100).minusNanos(1));
    assertThat(second).isNotDone();
    time.advance(Duration.ofNanos(1));
    assertFailed(second, StoreUnavailableException.class);
  }

  @Test
  void fillAsync_earlierClaimNeverReturns_laterCallIsServedByAnother() {
    CompletableFuture<Long> lost = ask(1);
    time.advance(Duration.ofMinutes(1));
    CompletableFuture<Long> early = ask(1);
    assertThat(background).hasSize(1);
    time.advance(Duration.ofMinutes(1));
    CompletableFuture<Long> served = ask(5);
    assertThat(background).hasSize(2);
    Runnable hung = background.remove();

    line.whileClaiming = () -> {
      line.whileClaiming = () -> {};
      hung.run();
    };
    runClaims();

    assertFailed(lost, StoreUnavailableException.class);
    assertFailed(early, StoreUnavailableException.class);
    assertThat(served).isCompletedWithValue(0L);
    assertThat(line.counts).containsExactly(5L);
  }

  @Test
  void fillAsync_givenUpClaimReturns_itsPositionsAreNotUsed() {
    CompletableFuture<Long> lost = ask(3);
    List<CompletableFuture<Long>> served = new ArrayList<>();
    line.whileClaiming = () -> {
      line.whileClaiming = () -> {};
      time.advance(Duration.ofMinutes(2));
      served.add(ask(5));
      background.remove().run();
    };
    runClaims();

    assertFailed(lost, StoreUnavailableException.class);
    assertThat(served.get(0)).isCompletedWithValue(0L);
    assertThat(line.counts).containsExactly(3L, 5L);
    assertThat(ask(1)).isNotDone();
    runClaims();
    assertThat(line.counts).containsExactly(3L, 5L, 1L);
    assertThat(line.store.position("line")).isEqualTo(9);
  }

  /** Otherwise two claims would be in flight whenever calls arrive for a long time. */
  @Test
  void fillAsync_claimsFollowOneAnotherForMinutes_areMadeInOneTurn() {
    List<CompletableFuture<Long>> calls = new ArrayList<>(List.of(ask(1)));
    Runnable turn = background.remove();
    line.whileClaiming = () -> {
      time.advance(Duration.ofMillis(300));
      if (line.counts.size() < 500) {
        calls.add(ask(1));
      }
      assertThat(background).isEmpty();
    };
    turn.run();

    assertThat(line.counts).hasSize(500).containsOnly(1L);
    assertThat(calls.get(499)).isCompletedWithValue(499L);
  }

  /** The thread of the first call is still queued, but is in no state to claim for others. */
  @Test
  void fillAsync_claimOfAWaitingThreadNeverReturns_isServedByAnother() {
    line.inTurn = true;
    List<CompletableFuture<Long>> served = new ArrayList<>();
    line.whileClaiming = () -> {
      line.whileClaiming = () -> {};
      time.advance(Duration.ofMinutes(2));
      served.add(ask(5));
      runClaims();
      served.add(ask(2));
      runClaims();
    };

    assertThatThrownBy(() -> queue.claim(1)).isInstanceOf(StoreUnavailableException.class);

    assertThat(served.get(0)).isCompletedWithValue(0L);
    assertThat(served.get(1)).isCompletedWithValue(5L);
    assertThat(line.counts).containsExactly(1L, 5L, 2L);
    assertThat(queue.made()).isEqualTo(7);
  }

  /** The earlier call is still queued, and the line has too few positions left for it. */
  @Test
  void claim_earlierCallIsTooLarge_isServedAlone() {
    line.inTurn = true;
    line.left = 1;
    List<Long> served = new ArrayList<>();
    line.whileClaiming = () -> {
      line.whileClaiming = () -> {};
      time.advance(Duration.ofMinutes(2));
      served.add(queue.claim(1));
    };

    assertThatThrownBy(() -> queue.claim(MOST_SHARED + 1)).isInstanceOf(ExhaustedException.class);
    assertThat(served).containsExactly(0L);
  }

  @Test
  void claim_earlierClaimOfAThreadNeverReturns_servesBothCallsOnce() {
    line.inTurn = true;
    List<Long> served = new ArrayList<>();
    line.whileClaiming = () -> {
      line.whileClaiming = () -> {};
      time.advance(Duration.ofMinutes(2));
      served.add(queue.claim(5));
    };
    served.add(queue.claim(1));

    assertThat(served).containsExactly(0L, 5L);
    assertThat(line.counts).containsExactly(1L, 6L);
    assertThat(queue.claim(1)).isEqualTo(7);
  }
}
