package io.mintmark.server.net;

import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * The counters of the connections of one port. Thread-safe.
 *
 * <p>Requests are counted by call, kind of generator and outcome, in a histogram of their durations
 * for each. The call and the kind come from the server's tables and not from clients, so clients
 * cannot create more counters.
 */
public final class Traffic {

  /** The kind of generator of a request that makes no ids. */
  public static final String NO_KIND = "none";

  /**
   * In seconds. They distinguish replies from memory, after a commit on a local disk, from a
   * distant engine, and after a timeout. A duration that equals a bound is in that bound's bucket.
   */
  private static final double[] BOUNDS = {
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
  };

  private static final double NANOS_PER_SECOND = 1e9;

  private final String protocol;
  private final Histogram durations;
  private final Map<RequestOutcome, LongAdder> answers = Arrays.stream(RequestOutcome.values())
      .collect(Collectors.toUnmodifiableMap(outcome -> outcome, outcome -> new LongAdder()));

  /**
   * Starts from 0.
   *
   * @param durations the histogram of all protocols
   */
  public Traffic(String protocol, Histogram durations) {
    this.protocol = protocol;
    this.durations = durations;
  }

  /** Makes the histogram of all protocols. */
  public static Histogram durations() {
    return Histogram.builder()
        .name("mintmark_requests_seconds")
        .help("Time of requests, from their turn on the connection to their answer")
        .labelNames("protocol", "call", "kind", "outcome")
        .classicOnly()
        .classicUpperBounds(BOUNDS)
        .withoutExemplars()
        .build();
  }

  /**
   * Records requests that were answered together.
   *
   * @param call a route or a command of the server's tables, never a client's text
   * @param kind the kind that the generators report
   */
  public void record(String call, String kind, RequestOutcome outcome, long tookNanos, int times) {
    DistributionDataPoint durationsOfCall =
        durations.labelValues(protocol, call, kind, outcome.word);
    for (int i = 0; i < times; i++) {
      durationsOfCall.observe(tookNanos / NANOS_PER_SECOND);
    }
    Objects.requireNonNull(answers.get(outcome)).add(times);
  }

  /** How many replies had an outcome. */
  public long answers(RequestOutcome outcome) {
    return Objects.requireNonNull(answers.get(outcome)).sum();
  }
}
