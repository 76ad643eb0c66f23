package io.mintmark.store;

import java.time.Instant;
import java.util.List;

/**
 * A life of an engine that can lose writes, with the positions of lines that were read together
 * with it. A new life begins when the engine starts, is promoted from a replica, is emptied, or is
 * set back to an earlier state. Within one life the engine loses nothing.
 *
 * @param id a text that identifies the life; it changes with each event that may have lost writes,
 *     and is never reused
 * @param began when the life began, by the engine's clock. If the engine does not report the
 *     beginning, this is later: the moment at which a process first saw the life
 * @param now the engine's clock, read for this result
 * @param next the position of each requested line, in the order of the request; read in this life
 *     or after it
 */
public record EngineLife(String id, Instant began, Instant now, List<Long> next) {

  /**
   * Creates a result.
   *
   * @param id a text that identifies the life
   * @param began when the life began, by the engine's clock
   * @param now the engine's clock
   * @param next the positions of the lines that were read; copied
   */
  public EngineLife {
    next = List.copyOf(next);
  }
}
