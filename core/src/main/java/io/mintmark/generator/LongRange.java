package io.mintmark.generator;

import java.util.stream.LongStream;

/**
 * A half-open range of 64-bit ids. It is a filter such as {@code id >= from and id < to}, or
 * contains the numbers that a {@link io.mintmark.sequence.Sequence} has reserved. A reserved range
 * is never empty.
 *
 * @param from the first id
 * @param to the end, exclusive
 */
public record LongRange(long from, long to) {

  /**
   * Returns the first id.
   *
   * @return {@link #from}
   */
  public long first() {
    return from;
  }

  /**
   * Returns the last id.
   *
   * @return {@code to - 1}
   */
  public long last() {
    return to - 1;
  }

  /**
   * Returns the number of ids.
   *
   * @return the number of ids; 0 for an empty range
   */
  public long size() {
    return to - from;
  }

  /**
   * Returns all ids of the range. The result is also correct for a range that includes the greatest
   * number, 2^63 - 1, although the end of such a range overflows to a negative number.
   *
   * @return the ids in rising order
   */
  public LongStream stream() {
    return size() == 0 ? LongStream.empty() : LongStream.rangeClosed(from, last());
  }
}
