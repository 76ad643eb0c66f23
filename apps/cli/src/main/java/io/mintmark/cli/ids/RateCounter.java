package io.mintmark.cli.ids;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts ids by their time in spans of equal length. The length doubles when the ids spread over
 * more than {@value #SPANS} spans. The counts are exact for the final length.
 */
final class RateCounter {

  private static final int SPANS = 4096;
  private static final long FINEST_MS = 1000;

  private Map<Long, Long> counts = new HashMap<>();
  private long spanMs = FINEST_MS;
  private long earliestMs = Long.MAX_VALUE;
  private long latestMs = Long.MIN_VALUE;
  private long count;

  void add(long epochMs) {
    earliestMs = Math.min(earliestMs, epochMs);
    latestMs = Math.max(latestMs, epochMs);
    count++;
    while (Math.floorDiv(latestMs, spanMs) - Math.floorDiv(earliestMs, spanMs) >= SPANS) {
      Map<Long, Long> wider = new HashMap<>();
      counts.forEach((span, ids) -> wider.merge(Math.floorDiv(span, 2L), ids, Long::sum));
      counts = wider;
      spanMs *= 2;
    }
    counts.merge(Math.floorDiv(epochMs, spanMs), 1L, Long::sum);
  }

  /** Returns the rate of one id or more. */
  Rate rate() {
    double seconds = Math.max(latestMs - earliestMs, FINEST_MS) / 1e3;
    return new Rate(
        Instant.ofEpochMilli(earliestMs),
        Instant.ofEpochMilli(latestMs),
        count / seconds,
        Collections.max(counts.values()),
        Duration.ofMillis(spanMs));
  }
}
