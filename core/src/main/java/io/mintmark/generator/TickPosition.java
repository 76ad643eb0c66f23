package io.mintmark.generator;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A position on a line (a counter in the store), split into its tick (the unit of time in an id)
 * and the number within the tick, for people. Used only for lines whose positions carry time.
 */
public final class TickPosition {

  private final Instant from;
  private final Instant to;
  private final long number;
  private final long capacity;

  /**
   * Creates a value.
   *
   * @param from see {@link #from}
   * @param to see {@link #to}
   * @param number see {@link #number}
   * @param capacity see {@link #capacity}
   */
  public TickPosition(Instant from, Instant to, long number, long capacity) {
    this.from = from;
    this.to = to;
    this.number = number;
    this.capacity = capacity;
  }

  /** {@return when the position's tick starts, to the millisecond} */
  public Instant from() {
    return from;
  }

  /** {@return when the next tick starts} */
  public Instant to() {
    return to;
  }

  /** {@return the number within the tick, 0 to the capacity, exclusive} */
  public long number() {
    return number;
  }

  /** {@return how many numbers a tick has} */
  public long capacity() {
    return capacity;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TickPosition that
        && from.equals(that.from)
        && to.equals(that.to)
        && number == that.number
        && capacity == that.capacity;
  }

  @Override
  public int hashCode() {
    return Objects.hash(from, to, number, capacity);
  }

  @Override
  public String toString() {
    return "TickPosition[from=" + from + ", to=" + to + ", number=" + number + ", capacity="
        + capacity + "]";
  }
}
