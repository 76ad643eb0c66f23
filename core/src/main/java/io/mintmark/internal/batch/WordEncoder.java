package io.mintmark.internal.batch;

/** Makes ids of 64 or 128 bits from consecutive positions. Thread-safe. */
@FunctionalInterface
public interface WordEncoder {

  /**
   * Writes ids in the order of their positions.
   *
   * @param worker the worker number of their line; any number if there are no workers
   * @param start the first position
   * @param count how many
   * @param into where to write; the words of each id are consecutive, the most significant first
   * @param from the index of the first word
   */
  void encode(long worker, long start, int count, long[] into, int from);
}
