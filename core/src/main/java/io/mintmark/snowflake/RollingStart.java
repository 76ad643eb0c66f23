package io.mintmark.snowflake;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Chooses the first number of each new tick: 0, 1, 2 and so on in turn. Ids made one a tick would
 * otherwise all end in number 0, and {@code id % 16} would fill one table of sixteen.
 */
final class RollingStart implements LongSupplier {

  private final long span;
  private long last;

  /**
   * Starts anywhere in the span.
   *
   * @param span how many starts there are
   */
  RollingStart(long span, RandomGenerator random) {
    this.span = span;
    this.last = random.nextLong(span);
  }

  /** Called under the local line's lock only. */
  @Override
  public long getAsLong() {
    last = last + 1 < span ? last + 1 : 0;
    return last;
  }
}
