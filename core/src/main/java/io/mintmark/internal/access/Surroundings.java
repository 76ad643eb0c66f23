package io.mintmark.internal.access;

import io.mintmark.internal.time.ElapsedClock;
import java.time.InstantSource;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The clocks, threads and random numbers that a Mintmark uses. Tests and simulations replace them.
 * Immutable.
 *
 * @param wall the time of day, which may step
 * @param elapsed the elapsed time, which never steps
 * @param systemClocks whether both clocks are those of the system
 * @param background the executor of claims, which may run them immediately or later, and which
 *     Mintmark does not shut down; empty for the Mintmark's own threads
 * @param randoms gives each generator the random numbers with which it chooses the worker numbers
 *     to probe; uniqueness does not depend on them
 */
public record Surroundings(
    InstantSource wall,
    ElapsedClock elapsed,
    boolean systemClocks,
    Optional<Executor> background,
    Supplier<RandomGenerator> randoms) {

  /** The environment of every Mintmark that a user opens. */
  public static final Surroundings SYSTEM = new Surroundings(
      InstantSource.system(), ElapsedClock.system(), true, Optional.empty(), SplittableRandom::new);

  /**
   * Returns a copy with other clocks.
   *
   * @param wallClock the time of day
   * @param elapsedClock the elapsed time
   * @return the changed copy
   */
  public Surroundings clocks(InstantSource wallClock, ElapsedClock elapsedClock) {
    return new Surroundings(wallClock, elapsedClock, false, background, randoms);
  }

  /**
   * Returns a copy with other threads.
   *
   * @param executor the executor of claims
   * @return the changed copy
   */
  public Surroundings background(Executor executor) {
    return new Surroundings(wall, elapsed, systemClocks, Optional.of(executor), randoms);
  }

  /**
   * Returns a copy whose random numbers a seed determines.
   *
   * @param value any number
   * @return the changed copy
   */
  public Surroundings seed(long value) {
    SplittableRandom root = new SplittableRandom(value);
    return new Surroundings(wall, elapsed, systemClocks, background, () -> {
      synchronized (root) {
        return root.split();
      }
    });
  }

  /**
   * Gives this environment to a builder of a Mintmark.
   *
   * @param builder an {@code io.mintmark.MintmarkBuilder}
   * @param <B> its type
   * @return the builder
   */
  public <B> B of(B builder) {
    MintmarkAccess.granted().environment().accept(builder, this);
    return builder;
  }
}
