package io.mintmark.internal.line;

import io.mintmark.internal.batch.WordEncoder;

/**
 * Inserts a worker number into a position to make an id. A position consists of a tick (a time,
 * counted in units) in its upper bits, and the number within the tick in its lower bits. The upper
 * bits move up, and the worker number is put into the free bits: between tick and number, or, if
 * {@code numberMask} is 0, below both.
 *
 * @param numberMask the mask of the position's low bits, which do not move
 * @param workerShift by how many bits the upper bits move up
 * @param workerAt the index of the worker's lowest bit
 */
public record PositionCode(long numberMask, int workerShift, int workerAt) implements WordEncoder {

  /** The code that inserts no worker number, so that the id is the position. */
  public static final PositionCode PLAIN = new PositionCode(-1, 0, 0);

  /**
   * Makes the id of a position, with the given worker number. The position comes from the line (the
   * counter in the store) of that number.
   */
  long encode(long worker, long position) {
    return withWorker(position, numberMask, workerShift, workerBits(worker));
  }

  /** Returns the bits that a worker number sets in its ids. */
  long workerBits(long worker) {
    return numberMask == -1 && workerAt == 0 ? 0 : worker << workerAt;
  }

  /**
   * Writes the ids of consecutive positions. Groups of positions that have consecutive ids are
   * written in one loop.
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

  /** Returns how many positions, from the given position on, have consecutive ids. */
  long following(long position) {
    long last = numberMask & Long.MAX_VALUE;
    return last == Long.MAX_VALUE ? last : last - (position & numberMask) + 1;
  }

  private static void fill(long[] into, int from, int count, long first) {
    for (int i = 0; i < count; i++) {
      into[from + i] = first + i;
    }
  }

  /**
   * Makes an id as {@link #encode(long, long)} does. The parameters are the fields of a code,
   * because the hot path reads them in advance.
   */
  static long withWorker(long position, long numberMask, int workerShift, long workerBits) {
    return ((position & ~numberMask) << workerShift) | (position & numberMask) | workerBits;
  }
}
