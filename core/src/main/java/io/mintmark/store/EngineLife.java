package io.mintmark.store;

import java.time.Instant;
import java.util.List;

/**
 * A life of an engine that can lose writes: the time since it last started, was promoted from a
 * replica, was emptied, or was set back. Within one life it loses nothing.
 *
 * @param id identifies the life; it changes with each event that may have lost writes, and is never
 *     reused
 * @param began when the life began, by the engine's clock, or later: the moment at which a process
 *     first saw it, if the engine does not report it
 * @param now the engine's clock, read for this result
 * @param next the position of each line that was read with it, in the order of the request; read in
 *     this life or after it
 */
public record EngineLife(String id, Instant began, Instant now, List<Long> next) {

  /**
   * Creates a result.
   *
   * @param id identifies the life
   * @param began when it began, by the engine's clock
   * @param now the engine's clock
   * @param next the positions of the lines that were read; copied
   */
  public EngineLife {
    next = List.copyOf(next);
  }
}
