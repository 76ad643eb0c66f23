package io.mintmark.enginespeed;

/**
 * What some threads drew in one round.
 *
 * @param perSecond how many numbers all threads drew a second
 * @param p50Micros how long half of the calls took at most, in microseconds
 * @param p99Micros how long 99 of 100 calls took at most, in microseconds
 */
record Sample(double perSecond, double p50Micros, double p99Micros) {

  /**
   * Makes a sample of calls.
   *
   * @param sortedNanos how long each call took, the shortest first; at least one
   */
  static Sample of(double perSecond, long[] sortedNanos) {
    return new Sample(
        perSecond, quantile(sortedNanos, 0.5) / 1e3, quantile(sortedNanos, 0.99) / 1e3);
  }

  private static long quantile(long[] sorted, double part) {
    return sorted[Math.max(0, (int) Math.ceil(part * sorted.length) - 1)];
  }
}
