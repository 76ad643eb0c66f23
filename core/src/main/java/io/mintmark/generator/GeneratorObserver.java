package io.mintmark.generator;

import java.time.Duration;

/**
 * Observes the claims and failures of a Mintmark's generators, for metrics and logs. Set it with
 * {@link io.mintmark.MintmarkBuilder#observer}.
 *
 * <p>These methods are not called for each id. {@link Generator#made()} counts ids at no cost for
 * the calls that make them, and {@link Generator#supply()} returns how many ids are claimed ahead.
 *
 * <p>Several threads call these methods at the same time, each for its own event. So an
 * implementation must be thread-safe. It must return at once, because calls for ids may wait until
 * the method returns. The Mintmark holds a lock while it calls {@link #generatorMade} and {@link
 * #generatorEnded}, so these must not wait for another thread that uses the Mintmark. An exception
 * from a method is logged once and otherwise ignored.
 */
public interface GeneratorObserver {

  /**
   * Called when a generator was created, before any other event of this generator.
   *
   * @param generator the new generator, which has claimed nothing yet
   */
  default void generatorMade(Generator generator) {}

  /**
   * Called when a generator was forgotten, or its Mintmark was closed. A new generator of the same
   * name is created only after this call. Claims that were in progress may still be reported after
   * it.
   *
   * @param generator the generator, which makes no more ids
   */
  default void generatorEnded(Generator generator) {}

  /**
   * Called when positions were claimed, either in the background or within a call for ids.
   *
   * @param claim the claim
   */
  default void claimed(Claim claim) {}

  /**
   * Called when a claim failed. The calls for ids that wait for this claim may still succeed, if a
   * later claim serves them before their deadline.
   *
   * @param claim the claim, with the reason of its failure
   */
  default void claimFailed(FailedClaim claim) {}

  /**
   * Called when the wall clock has stepped back. Snowflakes, keys with a worker and UUIDs of
   * versions 1, 6 and 7 detect this when they read the clock. Several steps in quick succession may
   * be reported as one.
   *
   * @param step the step
   */
  default void clockSteppedBack(ClockStep step) {}

  /** A claim of positions on the store. Later versions may add methods. */
  interface Claim {

    /**
     * Returns the name of the generator.
     *
     * @return the name
     */
    String generator();

    /**
     * Returns how long the claim took until it succeeded or failed.
     *
     * @return the duration, including all calls to the store
     */
    Duration took();
  }

  /** A claim that failed. Later versions may add methods. */
  interface FailedClaim extends Claim {

    /**
     * Returns why the claim failed.
     *
     * @return the exception; a {@link io.mintmark.error.StoreRewoundException} means that the store
     *     has forgotten claims that it had acknowledged, and that the generator makes no more ids
     */
    Throwable cause();
  }

  /** A step back of the wall clock. Later versions may add methods. */
  interface ClockStep {

    /**
     * Returns the name of the generator.
     *
     * @return the name
     */
    String generator();

    /**
     * Returns the size of the step.
     *
     * @return the size, positive
     */
    Duration by();
  }
}
