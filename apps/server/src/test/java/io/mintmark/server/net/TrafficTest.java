package io.mintmark.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrafficTest {

  private final Histogram durations = Traffic.durations();
  private final Traffic traffic = new Traffic("resp", durations);

  private void record(Duration took) {
    traffic.record("INCR", "sequence", RequestOutcome.OK, took.toNanos(), 1);
  }

  private List<HistogramDataPointSnapshot> series() {
    return durations.collect().getDataPoints();
  }

  @Test
  void record_timeAtABound_countsInTheBucketBelow() {
    record(Duration.ZERO);
    record(Duration.ofNanos(100_000));
    record(Duration.ofNanos(100_001));
    record(Duration.ofSeconds(10));
    record(Duration.ofSeconds(11));
    ClassicHistogramBuckets buckets = series().get(0).getClassicBuckets();

    assertThat(buckets.getUpperBound(0)).isEqualTo(0.0001);
    assertThat(buckets.getCount(0)).isEqualTo(2);
    assertThat(buckets.getCount(1)).isEqualTo(1);
    assertThat(buckets.getUpperBound(buckets.size() - 2)).isEqualTo(10);
    assertThat(buckets.getCount(buckets.size() - 2)).isEqualTo(1);
    assertThat(buckets.getUpperBound(buckets.size() - 1)).isInfinite();
    assertThat(buckets.getCount(buckets.size() - 1)).isEqualTo(1);
    assertThat(traffic.answers(RequestOutcome.OK)).isEqualTo(5);
    assertThat(traffic.answers(RequestOutcome.FAILED)).isZero();
  }

  @Test
  void record_severalAtOnce_countsEachWithItsTime() {
    traffic.record("INCR", "none", RequestOutcome.FAILED, Duration.ofMillis(500).toNanos(), 4);

    assertThat(traffic.answers(RequestOutcome.FAILED)).isEqualTo(4);
    assertThat(series()).singleElement().satisfies(series -> {
      assertThat(series.getCount()).isEqualTo(4);
      assertThat(series.getSum()).isEqualTo(2);
      assertThat(series.getLabels().get("protocol")).isEqualTo("resp");
      assertThat(series.getLabels().get("outcome")).isEqualTo("failed");
    });
  }

  @Test
  void record_otherCallOrKind_countsSeparately() {
    record(Duration.ZERO);
    traffic.record("INCR", "snowflake", RequestOutcome.OK, 1, 1);
    traffic.record("INCRBY", "sequence", RequestOutcome.OK, 1, 1);

    assertThat(series()).hasSize(3);
    assertThat(traffic.answers(RequestOutcome.OK)).isEqualTo(3);
  }
}
