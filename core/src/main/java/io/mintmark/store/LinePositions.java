package io.mintmark.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Where several lines stand, as {@link ClaimStore#positions} reads them.
 *
 * @param next for each line that was asked for, in that order, its next position; 0 for a line that
 *     does not exist
 * @param now the engine's time, or empty for an engine that has no clock
 */
public record LinePositions(List<Long> next, Optional<Instant> now) {

  /**
   * Makes an answer.
   *
   * @param next for each line its next position; copied
   * @param now the engine's time, if it has a clock
   */
  public LinePositions {
    next = List.copyOf(next);
  }
}
