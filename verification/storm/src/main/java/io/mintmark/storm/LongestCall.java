package io.mintmark.storm;

import java.util.concurrent.TimeUnit;

/**
 * The longest call of some threads since the last report. It may have ended since then, or be in
 * progress, so that a call that never ends is reported too. Time in which the process could not run
 * does not count.
 */
final class LongestCall {

  /** The start of each thread's call, 0 without a call. Guarded by this, like all fields. */
  private final long[] starts;

  /** The time that the process had lost at that start. */
  private final long[] lost;

  private long startNanos;
  private long lastedNanos;

  LongestCall(int threads) {
    this.starts = new long[threads];
    this.lost = new long[threads];
  }

  /**
   * Begins a thread's call.
   *
   * @param nanos the time
   * @param lostNanos the time that the process has lost so far
   */
  synchronized void begin(int thread, long nanos, long lostNanos) {
    starts[thread] = nanos;
    lost[thread] = lostNanos;
  }

  /** Ends a thread's call, with the time and the lost time at its end. */
  synchronized void end(int thread, long nanos, long lostNanos) {
    lasted(thread, nanos, lostNanos);
    starts[thread] = 0;
  }

  /** Returns when the longest call began, in {@link System#nanoTime}, and how many ms it lasted. */
  synchronized String take(long nanos, long lostNanos) {
    for (int thread = 0; thread < starts.length; thread++) {
      lasted(thread, nanos, lostNanos);
    }
    String longest = startNanos + " " + TimeUnit.NANOSECONDS.toMillis(lastedNanos);
    startNanos = nanos;
    lastedNanos = 0;
    return longest;
  }

  private void lasted(int thread, long nanos, long lostNanos) {
    long lasted = nanos - starts[thread] - (lostNanos - lost[thread]);
    if (starts[thread] != 0 && lasted > lastedNanos) {
      startNanos = starts[thread];
      lastedNanos = lasted;
    }
  }
}
