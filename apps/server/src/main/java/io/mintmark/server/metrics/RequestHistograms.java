package io.mintmark.server.metrics;

import io.mintmark.server.net.CallTimes;
import io.mintmark.server.net.RequestOutcome;
import io.mintmark.server.net.Traffic;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.DoubleStream;

/**
 * Exports how long requests took, by protocol, call, kind of generator and outcome. Thread-safe.
 *
 * <p>{@link CallTimes} keeps the counts. A timer of Micrometer would cost several times as much,
 * because it reads its own clock and updates a maximum for each request. A series exists once a
 * request belongs to it.
 */
final class RequestHistograms implements Collector {

  private static final String NAME = "mintmark_requests_seconds";

  private static final double[] BOUNDS = DoubleStream.concat(
          Arrays.stream(CallTimes.bounds()), DoubleStream.of(Double.POSITIVE_INFINITY))
      .toArray();

  private final Map<String, Traffic> byProtocol = new ConcurrentHashMap<>();

  void add(String protocol, Traffic traffic) {
    byProtocol.put(protocol, traffic);
  }

  @Override
  public MetricSnapshot collect() {
    HistogramSnapshot.Builder all = HistogramSnapshot.builder()
        .name(NAME)
        .help("Time of requests, from their turn on the connection to their answer");
    byProtocol.forEach((protocol, traffic) -> traffic.visit((call, kind, times) -> {
      for (RequestOutcome outcome : RequestOutcome.values()) {
        if (times.count(outcome) > 0) {
          Labels labels = Labels.of(
              "protocol", protocol, "call", call, "kind", kind, "outcome", outcome.word());
          all.dataPoint(HistogramDataPointSnapshot.builder()
              .classicHistogramBuckets(ClassicHistogramBuckets.of(BOUNDS, times.buckets(outcome)))
              .sum(times.seconds(outcome))
              .labels(labels)
              .build());
        }
      }
    }));
    return all.build();
  }
}
