package io.mintmark.cli.verify;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/**
 * Counts ids by their time in spans of equal length, which double when the ids spread over more
 * than {@value #SPANS} of them. Exact for the spans it ends with.
 */
final class RateCounter {

  private static final int SPANS = 4096;
  private static final long FINEST_MS = 1000;

  private long[] counts = new long[SPANS];
  private long spanMs = FINEST_MS;
  private long firstSpan;
  private long earliestMs = Long.MAX_VALUE;
  private long latestMs = Long.MIN_VALUE;
  private long count;

  void add(long epochMs) {
    if (epochMs < earliestMs || epochMs > latestMs) {
      reach(epochMs);
    }
    counts[(int) (span(epochMs) - firstSpan)]++;
    count++;
  }

  /** Says what was counted, of one id or more. */
  Rate rate() {
    double seconds = Math.max(latestMs - earliestMs, FINEST_MS) / 1e3;
    return new Rate(
        Instant.ofEpochMilli(earliestMs),
        Instant.ofEpochMilli(latestMs),
        count / seconds,
        Arrays.stream(counts).max().orElse(0),
        Duration.ofMillis(spanMs));
  }

  private long span(long epochMs) {
    return Math.floorDiv(epochMs, spanMs);
  }

  private void reach(long epochMs) {
    earliestMs = Math.min(earliestMs, epochMs);
    latestMs = Math.max(latestMs, epochMs);
    if (count == 0) {
      firstSpan = span(epochMs);
    }
    long wasMs = spanMs;
    while (span(latestMs) - span(earliestMs) >= SPANS) {
      spanMs *= 2;
    }
    boolean inside = span(earliestMs) >= firstSpan && span(latestMs) - firstSpan < SPANS;
    if (spanMs != wasMs || !inside) {
      moveCounts(wasMs);
    }
  }

  private void moveCounts(long wasMs) {
    long[] moved = new long[SPANS];
    long first = span(earliestMs);
    for (int i = 0; i < SPANS; i++) {
      if (counts[i] > 0) {
        moved[(int) (span((firstSpan + i) * wasMs) - first)] += counts[i];
      }
    }
    counts = moved;
    firstSpan = first;
  }
}
