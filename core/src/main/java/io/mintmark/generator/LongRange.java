package io.mintmark.generator;

import java.util.stream.LongStream;

/**
 * A half-open range of 64-bit ids: a filter such as {@code id >= from and id < to}, or numbers that
 * a {@link io.mintmark.sequence.Sequence} reserved. A reserved range is never empty.
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
   * @return 0 for an empty range
   */
  public long size() {
    return to - from;
  }

  /**
   * Returns all ids of the range. Also correct for a range with the greatest number, 2^63 - 1,
   * whose end overflows to a negative number.
   *
   * @return the ids in rising order
   */
  public LongStream stream() {
    return size() == 0 ? LongStream.empty() : LongStream.rangeClosed(from, last());
  }
}
