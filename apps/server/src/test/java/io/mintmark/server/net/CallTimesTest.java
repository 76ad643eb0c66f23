package io.mintmark.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CallTimesTest {

  private final CallTimes times = new CallTimes();

  private void record(Duration took) {
    times.record(RequestOutcome.OK, took.toNanos(), 1);
  }

  @Test
  void record_timeAtABound_countsInTheBucketBelow() {
    record(Duration.ZERO);
    record(Duration.ofNanos(100_000));
    record(Duration.ofNanos(100_001));
    record(Duration.ofSeconds(10));
    record(Duration.ofSeconds(11));
    long[] buckets = times.buckets(RequestOutcome.OK);

    assertThat(buckets).hasSize(CallTimes.bounds().length + 1);
    assertThat(buckets[0]).isEqualTo(2);
    assertThat(buckets[1]).isEqualTo(1);
    assertThat(buckets[buckets.length - 2]).isEqualTo(1);
    assertThat(buckets[buckets.length - 1]).isEqualTo(1);
    assertThat(Arrays.stream(buckets).sum())
        .isEqualTo(times.count(RequestOutcome.OK))
        .isEqualTo(5);
    assertThat(times.count(RequestOutcome.FAILED)).isZero();
  }

  @Test
  void record_severalAtOnce_countsEachWithItsTime() {
    times.record(RequestOutcome.FAILED, Duration.ofMillis(500).toNanos(), 4);

    assertThat(times.count(RequestOutcome.FAILED)).isEqualTo(4);
    assertThat(times.seconds(RequestOutcome.FAILED)).isEqualTo(2);
  }

  @Test
  void bounds_areAscendingAndACopy() {
    double[] bounds = CallTimes.bounds();
    assertThat(bounds).isSorted().doesNotHaveDuplicates();
    bounds[0] = 7;

    assertThat(CallTimes.bounds()[0]).isEqualTo(0.0001);
  }
}
