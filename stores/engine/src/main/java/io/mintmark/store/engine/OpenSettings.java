package io.mintmark.store.engine;

import java.time.Duration;

/**
 * The settings for opening a store that all engines have.
 *
 * @param name the store's URL, or what stands for it, without secrets
 * @param opening the deadline of opening
 * @param timeout the deadline of every call
 * @param strict whether to refuse an engine that may lose what it acknowledged
 * @param readOnly whether nothing may be written, not even what lines are kept in
 * @param context the clock that deadlines go by, and the store's threads
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
   * @param name the store's URL, or what stands for it, without secrets
   * @param opening the deadline of opening
   * @param timeout the deadline of every call
   * @param strict whether to refuse an engine that may lose what it acknowledged
   * @param context the clock that deadlines go by, and the store's threads
   */
  public OpenSettings(
      String name, Duration opening, Duration timeout, boolean strict, StoreContext context) {
    this(name, opening, timeout, strict, false, context);
  }

  /**
   * Starts the time of opening.
   *
   * @return when it has to be over
   */
  public Deadline openingDeadline() {
    return context.in(opening);
  }

  /**
   * Starts the time of a call.
   *
   * @return when it has to be over
   */
  public Deadline deadline() {
    return context.in(timeout);
  }

  /**
   * Names the store at the end of a message.
   *
   * @return {@code store=NAME}
   */
  public String subject() {
    return "store=" + name;
  }
}
