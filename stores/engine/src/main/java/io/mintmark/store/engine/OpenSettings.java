package io.mintmark.store.engine;

import java.time.Duration;

/**
 * The settings for opening a store that all engines have.
 *
 * @param name the store's URL, or what stands for it, without secrets
 * @param opening the deadline of opening
 * @param timeout the deadline of every call
 * @param strict whether to refuse an engine that may lose what it acknowledged
 * @param context the clock that deadlines go by, and the store's threads
 */
public record OpenSettings(
    String name, Duration opening, Duration timeout, boolean strict, StoreContext context) {

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
