package io.mintmark.internal.line;

import io.mintmark.generator.Generator;
import java.time.Instant;
import java.util.Optional;

/**
 * A position, split into its tick (the unit of time in an id) and the number within that tick.
 *
 * @param from the start of the tick
 * @param to the end of the tick, exclusive
 * @param number the number within the tick
 * @param capacity how many numbers a tick has
 */
public record TickPosition(Instant from, Instant to, long number, long capacity) {

  /** A generator whose positions may carry time. */
  public interface Source {

    /**
     * Splits a position on one of this generator's lines.
     *
     * @param line a line's name
     * @param position a position on that line
     * @return the tick and the number within it; empty if this generator does not use the line, or
     *     if the line's positions carry no time
     */
    Optional<TickPosition> tickOf(String line, long position);
  }

  /**
   * Splits a position on one of a generator's lines.
   *
   * @param generator a generator of any kind
   * @param line a line's name
   * @param position a position on that line
   * @return as {@link Source#tickOf}
   */
  public static Optional<TickPosition> of(Generator generator, String line, long position) {
    return generator instanceof Source source ? source.tickOf(line, position) : Optional.empty();
  }
}
