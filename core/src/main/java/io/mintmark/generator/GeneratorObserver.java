package io.mintmark.generator;

import java.time.Duration;

/**
 * Hears what the generators of a Mintmark do, for metrics and logs; given to its builder.
 *
 * <p>No method is called for an id: {@link Generator#made()} counts ids, at no cost for the calls
 * that make them, and {@link Generator#supply()} says what is claimed ahead.
 *
 * <p>Methods are called by the threads that do what they tell of, several at a time, so they have
 * to be thread-safe and return at once: callers wait while a method waits. The Mintmark holds a
 * lock while it calls {@link #generatorMade} and {@link #generatorEnded}, so these must not wait
 * for another thread that uses it. What a method throws is logged once and otherwise ignored.
 */
public interface GeneratorObserver {

  /**
   * A generator was made. Told before anything else of it.
   *
   * @param generator has claimed nothing yet
   */
  default void generatorMade(Generator generator) {}

  /**
   * A generator was forgotten, or its Mintmark was closed. Of one name the next is made only after
   * this, though claims that were under way may still be told.
   *
   * @param generator makes no more ids
   */
  default void generatorEnded(Generator generator) {}

  /**
   * Positions were claimed, in the background or by a call that claims for itself.
   *
   * @param generator the generator's name
   * @param took how long that took, with all that the store was asked
   */
  default void claimed(String generator, Duration took) {}

  /**
   * Nothing could be claimed. That does not mean that a call failed: a later claim may serve it in
   * time. With a {@link io.mintmark.error.StoreRewoundException} the store has forgotten claims
   * that it acknowledged, and the generator makes no ids from now on.
   *
   * @param generator the generator's name
   * @param took how long it took to fail
   * @param cause why
   */
  default void claimFailed(String generator, Duration took, Throwable cause) {}

  /**
   * The wall clock showed less than before. Noticed by Snowflakes, keys with a worker and UUIDs of
   * version 7 when they read it; steps in quick succession may be told as one.
   *
   * @param generator the generator's name
   * @param by how far back
   */
  default void clockSteppedBack(String generator, Duration by) {}
}
