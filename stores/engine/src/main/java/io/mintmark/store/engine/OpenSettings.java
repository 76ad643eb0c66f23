package io.mintmark.store.engine;

import java.time.Duration;

/**
 * The settings that every engine needs to open a store.
 *
 * @param name the store's URL, or other text that identifies it, without secrets
 * @param opening the time limit of opening
 * @param timeout the time limit of every call
 * @param strict whether to refuse an engine that may lose acknowledged writes
 * @param readOnly whether nothing may be written, including the tables or keys that hold lines (the
 *     counters)
 * @param context the clock for deadlines, and the store's threads
 */
public record OpenSettings(
    String name,
    Duration opening,
    Duration timeout,
    boolean strict,
    boolean readOnly,
    StoreContext context) {

  /**
   * Makes the settings of a store that is written to.
   *
   * @param name the store's URL, or other text that identifies it, without secrets
   * @param opening the time limit of opening
   * @param timeout the time limit of every call
   * @param strict whether to refuse an engine that may lose acknowledged writes
   * @param context the clock for deadlines, and the store's threads
   */
  public OpenSettings(
      String name, Duration opening, Duration timeout, boolean strict, StoreContext context) {
    this(name, opening, timeout, strict, false, context);
  }

  /**
   * Starts the deadline of opening.
   *
   * @return the deadline
   */
  public Deadline openingDeadline() {
    return context.in(opening);
  }

  /**
   * Starts the deadline of a call.
   *
   * @return the deadline
   */
  public Deadline deadline() {
    return context.in(timeout);
  }

  /**
   * Returns the text that identifies the store at the end of a message.
   *
   * @return {@code store=NAME}
   */
  public String subject() {
    return "store=" + name;
  }
}
