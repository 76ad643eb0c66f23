package io.mintmark.store;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * A life of an engine that can lose writes, with the positions of lines that were read together
 * with it. A new life begins when the engine starts, is promoted from a replica, is emptied, or is
 * set back to an earlier state. Within one life the engine loses nothing. Immutable.
 */
public final class EngineLife {

  private final String id;
  private final Instant began;
  private final Instant now;
  private final List<Long> next;

  /**
   * Creates a result.
   *
   * @param id see {@link #id}
   * @param began see {@link #began}
   * @param now see {@link #now}
   * @param next see {@link #next}; copied
   */
  public EngineLife(String id, Instant began, Instant now, List<Long> next) {
    this.id = Objects.requireNonNull(id, "id");
    this.began = Objects.requireNonNull(began, "began");
    this.now = Objects.requireNonNull(now, "now");
    this.next = List.copyOf(next);
  }

  /**
   * {@return a text that identifies the life; it changes with each event that may have lost writes,
   * and is never reused}
   */
  public String id() {
    return id;
  }

  /**
   * {@return when the life began, by the engine's clock; if the engine does not report the
   * beginning, this is later: the moment at which a process first saw the life}
   */
  public Instant began() {
    return began;
  }

  /** {@return the engine's clock, read for this result} */
  public Instant now() {
    return now;
  }

  /**
   * {@return the position of each requested line, in the order of the request; read in this life or
   * after it}
   */
  public List<Long> next() {
    return next;
  }
}
