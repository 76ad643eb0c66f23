package io.mintmark.snowflake;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Chooses the first number of each new tick: 0, 1, 2 and so on, cyclically. Otherwise, if each tick
 * had only one id, every id would end in number 0, and {@code id % 16} would put all rows into one
 * of sixteen tables.
 */
final class RollingStart implements LongSupplier {

  private final long span;
  private long last;

  /**
   * Begins at a random number of the span.
   *
   * @param span how many different numbers a tick may begin with
   */
  RollingStart(long span, RandomGenerator random) {
    this.span = span;
    this.last = random.nextLong(span);
  }

  /** Must be called with the local line's lock held. */
  @Override
  public long getAsLong() {
    last = last + 1 < span ? last + 1 : 0;
    return last;
  }
}
