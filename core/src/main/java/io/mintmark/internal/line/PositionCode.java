package io.mintmark.internal.line;

/**
 * Inserts a worker number into a position to make an id: the bits above the number move up, and the
 * worker fills the gap.
 *
 * @param numberMask the position's low bits that stay where they are
 * @param workerShift how far the bits above move up
 * @param workerAt where the worker's lowest bit stands
 */
public record PositionCode(long numberMask, int workerShift, int workerAt) {

  /** No worker: the id is the position. */
  public static final PositionCode PLAIN = new PositionCode(-1, 0, 0);

  /** Makes the id of a position on a worker number's line. */
  long encode(long worker, long position) {
    return withWorker(position, numberMask, workerShift, worker << workerAt);
  }

  /** The same, for those who have the parts at hand. */
  static long withWorker(long position, long numberMask, int workerShift, long workerBits) {
    return ((position & ~numberMask) << workerShift) | (position & numberMask) | workerBits;
  }
}
