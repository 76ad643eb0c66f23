package io.mintmark.internal.line;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.time.ElapsedClock;
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
 * @param oneShot whether to claim no more than each call asks for
 * @param note written beside a line that is taken
 */
public record Context(
    InstantSource wall,
    ElapsedClock elapsed,
    boolean coarse,
    Executor background,
    Duration claimTimeout,
    Supplier<RandomGenerator> randoms,
    boolean oneShot,
    String note) {

  /**
   * Makes a context in which generators claim ahead, and leave no note.
   *
   * @param wall the wall clock
   * @param elapsed time that passes
   * @param coarse whether fast generators may leave reading the clock to another thread
   * @param background runs claims
   * @param claimTimeout how long a call for an id may wait in all
   * @param randoms gives each generator a random of its own
   */
  public Context(
      InstantSource wall,
      ElapsedClock elapsed,
      boolean coarse,
      Executor background,
      Duration claimTimeout,
      Supplier<RandomGenerator> randoms) {
    this(wall, elapsed, coarse, background, claimTimeout, randoms, false, "");
  }

  /**
   * Returns the same with another wall clock.
   *
   * @param other the wall clock
   * @return a context that differs in nothing else
   */
  public Context withWall(InstantSource other) {
    return new Context(other, elapsed, coarse, background, claimTimeout, randoms, oneShot, note);
  }

  /**
   * Lets about so much time pass for a caller that waits.
   *
   * @param nanos how long, in nanoseconds
   * @param subject what waits, for the message, for example {@code generator=users}
   * @throws StoreUnavailableException if the caller is interrupted, and stays so
   */
  public void pause(long nanos, String subject) {
    elapsed.pause(nanos);
    refuseInterrupted(subject);
  }

  /**
   * Refuses a caller that is interrupted: it must not wait.
   *
   * @param subject what waits, for the message
   * @throws StoreUnavailableException if the caller is interrupted, and stays so
   */
  void refuseInterrupted(String subject) {
    if (Thread.currentThread().isInterrupted()) {
      throw new StoreUnavailableException(
          "interrupted while waiting: " + subject + "; no id issued");
    }
  }

  /**
   * Returns what a generator without a store needs: the system's clocks, and threads that nobody
   * closes.
   *
   * @return the system's context
   */
  public static Context local() {
    return new Context(
        InstantSource.system(),
        ElapsedClock.system(),
        true,
        ClaimThreads.shared(),
        Duration.ofSeconds(5),
        SplittableRandom::new);
  }
}
