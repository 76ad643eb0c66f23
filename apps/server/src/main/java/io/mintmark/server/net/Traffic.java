package io.mintmark.server.net;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The counters of the connections of one port. Thread-safe.
 *
 * <p>Requests are counted by call, kind of generator and outcome, in a histogram of their durations
 * for each. The call and the kind come from the server's tables and not from clients, so clients
 * cannot create more counters. Prometheus's own histogram would cost several times as much, because
 * it cannot record several requests that were answered together.
 */
public final class Traffic {

  /**
   * In seconds. They distinguish replies from memory, after a commit on a local disk, from a
   * distant engine, and after a timeout. A duration that equals a bound is in that bound's bucket.
   */
  private static final double[] FINITE_BOUNDS = {
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
  };

  private static final double[] BOUNDS = DoubleStream.concat(
          DoubleStream.of(FINITE_BOUNDS), DoubleStream.of(Double.POSITIVE_INFINITY))
      .toArray();

  private static final double NANOS_PER_SECOND = 1e9;

  private static final long[] BOUNDS_NANOS = DoubleStream.of(BOUNDS)
      .mapToLong(seconds -> Math.round(seconds * NANOS_PER_SECOND))
      .toArray();

  private record Requests(String call, String kind, RequestOutcome outcome) {}

  private static final class Histogram {

    private final LongAdder[] buckets =
        Stream.generate(LongAdder::new).limit(BOUNDS.length).toArray(LongAdder[]::new);
    private final LongAdder nanos = new LongAdder();

    private long[] counts() {
      return Arrays.stream(buckets).mapToLong(LongAdder::sum).toArray();
    }
  }

  private final Map<Requests, Histogram> histograms = new ConcurrentHashMap<>();

  /** Starts from 0. */
  public Traffic() {}

  /**
   * Records requests that were answered together.
   *
   * @param call a route or a command of the server's tables, never a client's text
   * @param kind the kind that the generators report
   */
  public void record(String call, String kind, RequestOutcome outcome, long tookNanos, int times) {
    Requests requests = new Requests(call, kind, outcome);
    @Nullable Histogram known = histograms.get(requests);
    Histogram histogram = known != null // The usual case takes no lock.
        ? known
        : histograms.computeIfAbsent(requests, unused -> new Histogram());
    int bucket = 0;
    while (tookNanos > BOUNDS_NANOS[bucket]) {
      bucket++;
    }
    histogram.buckets[bucket].add(times);
    histogram.nanos.add(tookNanos * times);
  }

  /** How many replies had an outcome. */
  public long answers(RequestOutcome outcome) {
    return histograms.entrySet().stream()
        .filter(entry -> entry.getKey().outcome == outcome)
        .mapToLong(entry -> Arrays.stream(entry.getValue().counts()).sum())
        .sum();
  }

  /** Adds a series for each histogram. Requests during this call may be missing. */
  public void addTo(HistogramSnapshot.Builder all, String protocol) {
    histograms.forEach((requests, histogram) -> all.dataPoint(HistogramDataPointSnapshot.builder()
        .classicHistogramBuckets(ClassicHistogramBuckets.of(BOUNDS, histogram.counts()))
        .sum(histogram.nanos.sum() / NANOS_PER_SECOND)
        .labels(Labels.of(
            "protocol",
            protocol,
            "call",
            requests.call,
            "kind",
            requests.kind,
            "outcome",
            requests.outcome.word()))
        .build()));
  }
}
