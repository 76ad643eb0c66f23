package io.mintmark.line;

import java.time.Duration;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * What generators take from outside: clocks, a place to claim in the background, a deadline.
 *
 * @param wall the wall clock, which may step
 * @param elapsed time that passes
 * @param coarse whether fast generators may leave reading the clock to {@link CoarseClock}; only
 *     for the system's clocks
 * @param background runs claims; a generator has at most one there at a time
 * @param claimTimeout how long a call for an id may wait in all
 * @param randoms gives each generator a random of its own, to choose numbers by; no uniqueness
 *     rests on it
 */
public record Surroundings(
    InstantSource wall,
    ElapsedClock elapsed,
    boolean coarse,
    Executor background,
    Duration claimTimeout,
    Supplier<RandomGenerator> randoms) {

  /**
   * Returns the same with another wall clock.
   *
   * @param other the wall clock
   * @return surroundings that differ in nothing else
   */
  public Surroundings withWall(InstantSource other) {
    return new Surroundings(other, elapsed, coarse, background, claimTimeout, randoms);
  }

  /**
   * Returns what a generator without a store needs: the system's clocks, and claims in place.
   *
   * @return the system's surroundings
   */
  public static Surroundings local() {
    return new Surroundings(
        InstantSource.system(),
        ElapsedClock.system(),
        true,
        Runnable::run,
        Duration.ofSeconds(5),
        SplittableRandom::new);
  }
}
