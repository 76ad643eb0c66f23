package io.mintmark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.store.EngineLife;
import io.mintmark.testkit.FaultyStore.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultyStoreTest {

  private final FaultyStore store = new FaultyStore();

  @Test
  void claim_failsBefore_changesNothing() {
    store.script(Fault.FAIL_BEFORE);

    assertThatThrownBy(() -> store.claim("seq/a", 0, 10))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("fault=FAIL_BEFORE, line=seq/a");
    assertThat(store.position("seq/a")).isZero();
    assertThat(store.claim("seq/a", 0, 10)).isZero();
  }

  @Test
  void claim_replyLost_burnsTheRange() {
    store.script(Fault.NONE, Fault.LOSE_REPLY);

    assertThat(store.claim("seq/a", 0, 10)).isZero();
    assertThatThrownBy(() -> store.claim("seq/a", 0, 10))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(store.claim("seq/a", 0, 10)).isEqualTo(20);
  }

  @Test
  void claim_repeatedOrRetried_answersFirstOrSecond() {
    store.script(Fault.REPEAT, Fault.RETRY);

    assertThat(store.claim("seq/a", 0, 10)).isZero();
    assertThat(store.claim("seq/a", 0, 10)).isEqualTo(30);
    store.redeliver();
    assertThat(store.position("seq/a")).isEqualTo(50);
  }

  @Test
  void claim_repeatedAtTheEnd_answersFirst() {
    store.script(Fault.REPEAT);
    assertThat(store.claim("seq/a", 5, Long.MAX_VALUE - 5)).isEqualTo(5);
    assertThatThrownBy(() -> store.claim("seq/a", 0, 1)).isInstanceOf(ExhaustedException.class);
  }

  @Test
  void compareAndSet_retried_movedAndAnswersFalse() {
    store.script(Fault.REPEAT, Fault.RETRY);

    assertThat(store.compareAndSet("worker/a/0", 0, 7)).isTrue();
    assertThat(store.compareAndSet("worker/a/0", 7, 9)).isFalse();
    assertThat(store.position("worker/a/0")).isEqualTo(9);
  }

  @Test
  void rewind_someWrites_undoesTheLastAndKeepsNotes() {
    store.claim("seq/a", 0, 10);
    store.annotate("seq/a", "held by me");
    store.claim("seq/a", 0, 10);
    store.compareAndSet("worker/a/0", 0, 7);

    store.rewind(2);

    assertThat(store.position("seq/a")).isEqualTo(10);
    assertThat(store.position("worker/a/0")).isZero();
    assertThat(store.lines(""))
        .singleElement()
        .satisfies(line -> assertThat(line.note()).isEqualTo("held by me"));
    assertThatThrownBy(() -> store.rewind(2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("writes=2 > remembered=1");
  }

  @Test
  void setDown_everyCall_failsUntilUpAgain() {
    store.setDown(true);
    List<Runnable> calls = List.of(
        () -> store.claim("a", 0, 1),
        () -> store.compareAndSet("a", 0, 1),
        () -> store.position("a"),
        () -> store.lines(""),
        () -> store.annotate("a", "n"),
        store::now);

    for (Runnable call : calls) {
      assertThatThrownBy(call::run).isInstanceOf(StoreUnavailableException.class);
    }
    store.setDown(false);
    assertThat(store.claim("a", 0, 1)).isZero();
    assertThat(store.calls()).isEqualTo(7);
  }

  @Test
  void randomFaults_sameSeed_affectTheSameWrites() {
    List<Long> first = struckWrites(42);
    assertThat(first).hasSizeBetween(10, 90).isEqualTo(struckWrites(42));
    assertThat(first).isNotEqualTo(struckWrites(43));
  }

  @Test
  void now_offsetOrClockless_returnsOffsetOrEmpty() {
    ManualTime time = new ManualTime(Instant.EPOCH);
    FaultyStore timed = new FaultyStore(() -> new MemoryStore(time.wall()));
    timed.setClockOffset(Duration.ofSeconds(-3));

    assertThat(timed.now()).contains(Instant.EPOCH.minusSeconds(3));
    timed.setClockless(true);
    assertThat(timed.now()).isEmpty();
  }

  @Test
  void delivery_withActions_runsThemAroundTheEngine() {
    List<Long> seen = new ArrayList<>();
    store.beforeDelivery(() -> seen.add(store.position("a")));
    store.afterDelivery(() -> seen.add(store.position("a")));

    store.claim("a", 0, 5);

    assertThat(seen).containsExactly(0L, 5L);
  }

  @Test
  void canLoseAcknowledgedWrites_set_returnsIt() {
    assertThat(store.canLoseAcknowledgedWrites()).isFalse();
    store.setCanLoseAcknowledgedWrites(true);
    assertThat(store.canLoseAcknowledgedWrites()).isTrue();
  }

  @Test
  void life_afterALoss_isNewAndBeginsThen() {
    assertThat(store.life(List.of("a"))).isEmpty();
    store.setCanLoseAcknowledgedWrites(true);
    EngineLife first = store.life(List.of("a")).orElseThrow();
    assertThat(first.began()).isEqualTo(Instant.EPOCH);
    store.claim("a", 0, 1);
    store.forgetAll();
    EngineLife second = store.life(List.of("a")).orElseThrow();
    assertThat(store.position("a")).isZero();
    assertThat(second.id()).isNotEqualTo(first.id());
    assertThat(second.began()).isBeforeOrEqualTo(second.now()).isAfter(Instant.EPOCH);
    store.declareNew();
    assertThat(store.life(List.of("a")).orElseThrow().began()).isEqualTo(Instant.EPOCH);
  }

  private static List<Long> struckWrites(long seed) {
    FaultyStore faulty = new FaultyStore();
    faulty.randomFaults(seed, 50);
    List<Long> struck = new ArrayList<>();
    for (long i = 0; i < 100; i++) {
      try {
        faulty.claim("a", 0, 1);
      } catch (StoreUnavailableException e) {
        struck.add(i);
      }
    }
    return struck;
  }
}
