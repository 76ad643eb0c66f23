package io.mintmark.server.net;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The durations of requests of one call for one kind of generator, by outcome: a histogram of fixed
 * bounds for each. Thread-safe.
 *
 * <p>Recording a request costs two additions, to cells that event loops do not share, and no
 * allocation. A read during requests may miss the latest requests.
 */
public final class CallTimes {

  /**
   * In seconds. They distinguish replies from memory, after a commit on a local disk, from a
   * distant engine, and after a timeout.
   */
  private static final double[] BOUNDS = {
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
  };

  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private static final long[] BOUNDS_NANOS = DoubleStream.of(BOUNDS)
      .mapToLong(seconds -> Math.round(seconds * NANOS_PER_SECOND))
      .toArray();

  /** The requests of one outcome. The last bucket has the requests above all bounds. */
  private static final class Histogram {

    private final LongAdder[] buckets =
        Stream.generate(LongAdder::new).limit(BOUNDS.length + 1).toArray(LongAdder[]::new);
    private final LongAdder nanos = new LongAdder();

    long count() {
      return Arrays.stream(buckets).mapToLong(LongAdder::sum).sum();
    }
  }

  private final Map<RequestOutcome, Histogram> histograms = new EnumMap<>(RequestOutcome.class);

  CallTimes() {
    for (RequestOutcome outcome : RequestOutcome.values()) {
      histograms.put(outcome, new Histogram());
    }
  }

  /**
   * The upper bounds of all buckets but the last, in seconds. A duration that equals a bound is in
   * that bound's bucket.
   */
  public static double[] bounds() {
    return BOUNDS.clone();
  }

  /** Records requests that were answered together. */
  public void record(RequestOutcome outcome, long tookNanos, int times) {
    Histogram histogram = of(outcome);
    int bucket = 0;
    while (bucket < BOUNDS_NANOS.length && tookNanos > BOUNDS_NANOS[bucket]) {
      bucket++;
    }
    histogram.buckets[bucket].add(times);
    histogram.nanos.add(tookNanos * times);
  }

  /** How many requests had an outcome. */
  public long count(RequestOutcome outcome) {
    return of(outcome).count();
  }

  /** How many requests of an outcome are in each bucket, without the requests of lower buckets. */
  public long[] buckets(RequestOutcome outcome) {
    return Arrays.stream(of(outcome).buckets).mapToLong(LongAdder::sum).toArray();
  }

  /** The total duration of the requests of an outcome, in seconds. */
  public double seconds(RequestOutcome outcome) {
    return of(outcome).nanos.sum() / NANOS_PER_SECOND;
  }

  private Histogram of(RequestOutcome outcome) {
    return Objects.requireNonNull(histograms.get(outcome));
  }
}
