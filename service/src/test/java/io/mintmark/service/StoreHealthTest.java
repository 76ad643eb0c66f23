package io.mintmark.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.rigs.CapturedLog;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StoreHealthTest {

  private final FaultyStore store = new FaultyStore();
  private final ManualTime time = new ManualTime(Instant.parse("2026-11-22T08:00:00Z"));
  private final StoreHealth health =
      new StoreHealth(store, new ServiceClocks(time.wall(), time.elapsed()));
  private final CapturedLog log = new CapturedLog(StoreHealth.class);
  private final List<String> logged = log.messages();

  @AfterEach
  void close() {
    log.close();
    store.close();
  }

  @Test
  void claim_fails_isReportedAtOnceAndLoggedOnceUntilRecovery() {
    store.setDown(true);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> health.claim("a", 0, 1))
          .isInstanceOf(StoreUnavailableException.class);
    }
    assertThat(health.problem()).containsInstanceOf(StoreUnavailableException.class);
    assertThat(health.downSince()).contains(Instant.parse("2026-11-22T08:00:00Z"));
    time.advance(Duration.ofMillis(2500));
    store.setDown(false);
    assertThat(health.claim("a", 0, 1)).isZero();

    assertThat(health.problem()).isEmpty();
    assertThat(logged).hasSize(2);
    assertThat(logged.get(0)).startsWith("the store takes no claims: ");
    assertThat(logged.get(1)).isEqualTo("the store takes claims again: downForMs=2500");
  }

  @Test
  void check_storeLostItsIdentity_writesItAgain() {
    store.compareAndSet(StoreLines.IDENTITY, 0, 42);
    health.expectIdentity(42);
    store.forgetAll();
    health.check();

    assertThat(store.position(StoreLines.IDENTITY)).isEqualTo(42);
    assertThat(health.problem()).isEmpty();
    assertThat(logged).singleElement().asString().contains("lost its identity").contains("42");
  }

  @Test
  void check_identityLostAndWriteRefused_continues() {
    LineStore refusing = new ForwardingStore(store) {
      @Override
      public boolean compareAndSet(String line, long expected, long next) {
        throw new StoreRefusedException("this user may not write the line: line=" + line);
      }
    };
    StoreHealth guarded = new StoreHealth(refusing, ServiceClocks.system());
    guarded.expectIdentity(42);
    guarded.check();

    assertThat(guarded.problem()).isEmpty();
    assertThat(store.position(StoreLines.IDENTITY)).isZero();
  }

  @Test
  void check_otherStoreIdentity_isAProblemUntilItIsRestored() {
    store.compareAndSet(StoreLines.IDENTITY, 0, 7);
    health.expectIdentity(42);
    health.check();
    health.check();

    assertThat(health.problem().orElseThrow()).hasMessageContaining("identity=42, found=7");
    assertThat(health.downSince()).isEmpty();
    assertThat(logged).hasSize(1);
    store.compareAndSet(StoreLines.IDENTITY, 7, 42);
    health.check();
    assertThat(health.problem()).isEmpty();
  }

  @Test
  void claim_failsForAnotherReason_isLoggedAgain() {
    store.setDown(true);
    health.check();
    health.check();
    store.setDown(false);
    store.beforeDelivery(() -> {
      throw new StoreUnavailableException("the disk is full");
    });
    time.advance(Duration.ofSeconds(10));
    health.check();
    health.check();

    assertThat(logged).hasSize(2);
    assertThat(logged.get(1)).contains("the disk is full");
  }

  @Test
  void claims_failSometimes_doNotFillTheLog() {
    for (int i = 0; i < 1000; i++) {
      store.setDown(true);
      health.check();
      store.setDown(false);
      health.check();
      time.advance(Duration.ofMillis(10));
    }

    assertThat(logged).hasSize(2);
  }

  @Test
  void check_noClaims_probesWithAClaim() {
    health.check();
    long calls = store.calls();
    health.check();
    assertThat(store.calls()).as("claims").isGreaterThan(calls);
    assertThat(health.claim("a", 0, 1)).isZero();
    calls = store.calls();
    health.check();
    assertThat(store.calls()).as("somebody has claimed").isEqualTo(calls);

    store.beforeDelivery(() -> {
      throw new StoreUnavailableException("read only");
    });
    health.check();
    assertThat(health.problem()).isPresent();
  }

  @Test
  void claim_exhausted_countsAsAnAnswer() {
    assertThat(health.claim("a", Long.MAX_VALUE - 1, 1)).isEqualTo(Long.MAX_VALUE - 1);
    assertThatThrownBy(() -> health.claim("a", 0, 1)).isInstanceOf(ExhaustedException.class);

    assertThat(health.problem()).isEmpty();
  }

  @Test
  void check_storeMoved_isReported() {
    store.compareAndSet(StoreLines.MOVED_TO, 0, 42);
    store.annotate(StoreLines.MOVED_TO, "file:/elsewhere");
    store.claim(StoreLines.GATE, Long.MAX_VALUE - 1, 1);
    health.check();

    assertThat(health.problem()).containsInstanceOf(LineMovedException.class);
    assertThat(logged.get(0)).contains("file:/elsewhere");
  }
}
