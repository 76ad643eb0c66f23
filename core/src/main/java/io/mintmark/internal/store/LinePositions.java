package io.mintmark.internal.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The positions of several lines, as {@link LineStore#positions} reads them.
 *
 * @param next the position of each requested line, in the order of the request; 0 for a line that
 *     does not exist
 * @param now the engine's time, or empty for an engine without a clock
 */
public record LinePositions(List<Long> next, Optional<Instant> now) {

  /**
   * Creates a result.
   *
   * @param next the position of each requested line; copied
   * @param now the engine's time, if it has a clock
   */
  public LinePositions {
    next = List.copyOf(next);
  }
}
