package io.mintmark.internal.batch;

/** Makes ids of 64 or 128 bits from positions that follow each other. Thread-safe. */
@FunctionalInterface
public interface WordEncoder {

  /**
   * Writes ids in the order of their positions.
   *
   * @param worker the worker number whose line the positions are on; without one, any
   * @param start the first position
   * @param count how many
   * @param into where to write; each id has its words next to each other, the most significant
   *     first
   * @param from the index of the first word
   */
  void encode(long worker, long start, int count, long[] into, int from);
}
