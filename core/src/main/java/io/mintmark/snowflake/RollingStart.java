package io.mintmark.snowflake;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Chooses the number with which each new tick (the unit of time in an id) begins: 0, 1, 2 and so
 * on, cyclically. Otherwise, if every tick began with number 0 and had only one id, all ids would
 * end in number 0. Then {@code id % 16} would put all rows into the same one of sixteen tables.
 */
final class RollingStart implements LongSupplier {

  private final long span;
  private long last;

  /**
   * Starts with a random number below {@code span}.
   *
   * @param span the count of different numbers with which a tick may begin
   */
  RollingStart(long span, RandomGenerator random) {
    this.span = span;
    this.last = random.nextLong(span);
  }

  /** Called by the {@code LocalLine} that uses this object, with that line's lock held. */
  @Override
  public long getAsLong() {
    last = last + 1 < span ? last + 1 : 0;
    return last;
  }
}
