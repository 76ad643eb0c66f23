package io.mintmark.internal.line;

import io.mintmark.internal.batch.WordEncoder;

/**
 * Inserts a worker number into a position to make an id. The bits above the number within the tick
 * move up, and the worker number fills the gap.
 *
 * @param numberMask the position's low bits, which stay in place
 * @param workerShift by how many bits the upper bits move up
 * @param workerAt the index of the worker's lowest bit
 */
public record PositionCode(long numberMask, int workerShift, int workerAt) implements WordEncoder {

  /** Inserts no worker number: the id is the position, on any worker's line. */
  public static final PositionCode PLAIN = new PositionCode(-1, 0, 0);

  /** Makes the id of a position on a worker number's line. */
  long encode(long worker, long position) {
    return withWorker(position, numberMask, workerShift, workerBits(worker));
  }

  /** The bits that a worker number sets in its ids. */
  long workerBits(long worker) {
    return numberMask == -1 && workerAt == 0 ? 0 : worker << workerAt;
  }

  /**
   * Writes the ids of a run. Within a tick, consecutive positions of a worker have consecutive ids.
   */
  @Override
  public void encode(long worker, long start, int count, long[] into, int from) {
    for (int done = 0; done < count; ) {
      long position = start + done;
      int some = (int) Math.min(count - done, following(position));
      fill(into, from + done, some, encode(worker, position));
      done += some;
    }
  }

  /** How many positions, from the given one on, have consecutive ids. */
  long following(long position) {
    long last = numberMask & Long.MAX_VALUE;
    return last == Long.MAX_VALUE ? last : last - (position & numberMask) + 1;
  }

  private static void fill(long[] into, int from, int count, long first) {
    for (int i = 0; i < count; i++) {
      into[from + i] = first + i;
    }
  }

  /** Makes an id from a position and the parts of a code, as {@link #encode(long, long)} does. */
  static long withWorker(long position, long numberMask, int workerShift, long workerBits) {
    return ((position & ~numberMask) << workerShift) | (position & numberMask) | workerBits;
  }
}
