package io.mintmark.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.mintmark.Mintmark;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MintmarkMetricsTest {

  private final ManualTime time = new ManualTime(Instant.parse("2026-11-22T00:00:00Z"));
  private final MintmarkMetrics metrics = new MintmarkMetrics(time.elapsed());
  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final FaultyStore store = new FaultyStore();
  private final Mintmark mint = Mintmark.builder()
      .store(store)
      .claimTimeout(Duration.ofSeconds(1))
      .observer(metrics)
      .open();

  @AfterEach
  void close() {
    mint.close();
  }

  private double ids(String generator) {
    return registry
        .get("mintmark.ids")
        .tag("generator", generator)
        .functionCounter()
        .count();
  }

  private long claims(String generator, String outcome) {
    return registry
        .get("mintmark.claims")
        .tags("generator", generator, "outcome", outcome)
        .timer()
        .count();
  }

  @Test
  void ids_madeBeforeAndAfterBinding_areCounted() {
    SnowflakeGenerator users = mint.snowflake("users");
    users.next();
    metrics.bindTo(registry);
    users.nextBatch(41);

    assertThat(ids("users")).isEqualTo(42);
    assertThat(registry
            .get("mintmark.ids")
            .tag("kind", "snowflake")
            .functionCounter()
            .count())
        .isEqualTo(42);
  }

  @Test
  void generators_madeAfterBinding_haveMetersUntilTheyEnd() {
    metrics.bindTo(registry);
    Sequence tail = mint.sequence("tail");
    tail.next();
    assertThat(ids("tail")).isEqualTo(1);

    mint.forget(tail);
    assertThat(registry.find("mintmark.ids").functionCounter()).isNull();
    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void claims_succeededAndFailed_areTimed() {
    metrics.bindTo(registry);
    Sequence tail = mint.sequence("tail", s -> s.strict(true));
    tail.next();
    tail.next();
    store.setDown(true);
    assertThatThrownBy(tail::next).isInstanceOf(StoreUnavailableException.class);

    assertThat(claims("tail", "answered")).isEqualTo(2);
    assertThat(claims("tail", "failed")).isPositive();
  }

  @Test
  void claimedIds_left_areShownWithTheirDuration() {
    metrics.bindTo(registry);
    Sequence tail = mint.sequence("tail", s -> s.segment(1_000, 1_000));
    tail.next();
    double left = registry.get("mintmark.claimed.ids").gauge().value();
    assertThat(left).isBetween(999.0, 1_999.0);
    assertThat(lasts()).isInfinite();

    time.advanceElapsed(Duration.ofSeconds(10));
    tail.nextBatch(99);
    // 100 ids in 10 seconds.
    assertThat(lasts()).isBetween(80.0, 200.0);
  }

  private double lasts() {
    return registry.get("mintmark.claimed.remaining").timeGauge().value(TimeUnit.SECONDS);
  }

  @Test
  void registries_several_haveEqualMeters() {
    MeterRegistry other = new SimpleMeterRegistry();
    metrics.bindTo(registry);
    metrics.bindTo(other);
    mint.uuids("events").next();
    assertThat(ids("events")).isEqualTo(1);
    assertThat(other.get("mintmark.ids").functionCounter().count()).isEqualTo(1);
  }
}
