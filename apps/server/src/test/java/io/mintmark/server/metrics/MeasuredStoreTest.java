package io.mintmark.server.metrics;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.testkit.FaultyStore;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasuredStoreTest {

  private final FaultyStore engine = new FaultyStore();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final MeasuredStore store = new MeasuredStore(engine, registry);

  private long calls(String operation, String outcome) {
    return registry
        .get("mintmark.store.calls")
        .tags("operation", operation, "outcome", outcome)
        .timer()
        .count();
  }

  @Test
  void calls_answeredAndFailed_areCountedSeparatelyAndPassedOn() {
    assertThat(store.claim("seq/a", 5, 10)).isEqualTo(5);
    assertThat(store.compareAndSet("seq/a", 15, 20)).isTrue();
    assertThat(store.position("seq/a")).isEqualTo(20);
    engine.setDown(true);
    assertThatThrownBy(() -> store.claim("seq/a", 0, 1))
        .isInstanceOf(StoreUnavailableException.class);

    assertThat(calls("claim", "answered")).isEqualTo(1);
    assertThat(calls("claim", "failed")).isEqualTo(1);
    assertThat(calls("compare_and_set", "answered")).isEqualTo(1);
    assertThat(calls("compare_and_set", "failed")).isZero();
    assertThat(calls("next", "answered")).isEqualTo(1);
  }

  @Test
  void now_engineAhead_isMeasuredAsSkew() {
    engine.setClockOffset(Duration.ofSeconds(90));
    store.now();

    assertThat(registry.get("mintmark.store.clock.skew.seconds").gauge().value())
        .isBetween(85.0, 95.0);
  }

  @Test
  void lower_line_lowersItsClaimedEnd() {
    store.resume(Map.of("seq/orders", 70L, "seq/earlier", 7L));
    store.claim("seq/orders", 0, 100);
    store.claim("worker/users/0", 0, 100);

    assertThat(store.lower("seq/orders", 100, 40)).isTrue();

    assertThat(store.ends()).containsOnly(entry("seq/orders", 40L), entry("seq/earlier", 7L));
  }

  @Test
  void lower_otherExpectedPosition_changesNothing() {
    store.claim("seq/orders", 0, 100);

    assertThat(store.lower("seq/orders", 99, 40)).isFalse();

    assertThat(store.ends()).containsOnly(entry("seq/orders", 100L));
  }

  @Test
  void durability_isThatOfTheStore() {
    engine.setCanLoseAcknowledgedWrites(true);

    assertThat(store.canLoseAcknowledgedWrites()).isTrue();
    assertThat(store.durability()).isEqualTo(engine.durability());
  }
}
