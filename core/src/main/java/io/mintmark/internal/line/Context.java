package io.mintmark.internal.line;

import io.mintmark.error.CallInterruptedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.GeneratorObserver;
import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The surroundings of generators: clocks, threads that claim in the background, and a deadline.
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
 * @param observer hears what generators do, and throws nothing
 * @param ends how far the generators have claimed, and those before them
 */
public record Context(
    InstantSource wall,
    ElapsedClock elapsed,
    boolean coarse,
    Executor background,
    Duration claimTimeout,
    Supplier<RandomGenerator> randoms,
    boolean oneShot,
    String note,
    GeneratorObserver observer,
    LineEnds ends) {

  /**
   * Makes a context in which generators claim ahead, leave no note, and nobody hears of them.
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
    this(
        wall,
        elapsed,
        coarse,
        background,
        claimTimeout,
        randoms,
        false,
        "",
        HarmlessObserver.NONE,
        new LineEnds());
  }

  /**
   * Returns the same with another wall clock.
   *
   * @param other the wall clock
   * @return a context that differs in nothing else
   */
  public Context withWall(InstantSource other) {
    return new Context(
        other, elapsed, coarse, background, claimTimeout, randoms, oneShot, note, observer, ends);
  }

  /**
   * Returns the same for what outlives the generators of one Mintmark.
   *
   * @return a context of which nobody hears, and that differs in nothing else
   */
  public Context unobserved() {
    return new Context(
        wall,
        elapsed,
        coarse,
        background,
        claimTimeout,
        randoms,
        oneShot,
        note,
        HarmlessObserver.NONE,
        ends);
  }

  /**
   * Has a fast generator called at each turn of the clock's thread.
   *
   * @param listener called until it answers false
   * @return whether it will be called
   */
  boolean callAtTurns(ClockListener listener) {
    return elapsed instanceof ParkingClock clock
        ? clock.add(listener)
        : coarse && CoarseClock.shared().add(listener);
  }

  /** Tells the observer how a claim ended. */
  void tellOfClaim(String generator, long startNanos, @Nullable Throwable failure) {
    Duration took = Duration.ofNanos(elapsed.nanos() - startNanos);
    if (failure == null) {
      observer.claimed(generator, took);
    } else {
      observer.claimFailed(generator, took, failure);
    }
  }

  /**
   * Returns what a call without a thread fails with. An error of the JVM, such as of memory, may
   * have struck on any thread. Code that is chained to the future would take it for the end of its
   * own thread, and may never answer; so the error becomes a cause, if there is memory for that.
   *
   * @param generator its name
   * @param failure what went wrong
   * @return an exception, as a rule
   */
  static Throwable outcome(String generator, Throwable failure) {
    if (!(failure instanceof Error)) {
      return failure;
    }
    try {
      return new StoreUnavailableException(
          Message.of(
              "an error of the JVM ended the call: generator={}, reason={}; no id issued",
              generator,
              failure),
          failure);
    } catch (OutOfMemoryError e) {
      return failure;
    }
  }

  /**
   * Lets about the given time pass for a caller that waits.
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
   * Waits until the thread is unparked, for about so long at most; may return early. Other threads
   * do what it waits for, so real time passes, by whatever clock they go, but a {@link
   * ParkingClock}.
   *
   * @param blocker what it waits at, for those who look at threads
   * @param nanos how long, in nanoseconds
   * @param subject what waits, for the message
   * @throws StoreUnavailableException if the caller is interrupted, and stays so
   */
  void park(Object blocker, long nanos, String subject) {
    refuseInterrupted(subject);
    if (elapsed instanceof ParkingClock clock) {
      clock.park(blocker, nanos);
    } else {
      LockSupport.parkNanos(blocker, nanos);
    }
    refuseInterrupted(subject);
  }

  /**
   * Refuses a caller that is interrupted: it must not wait.
   *
   * @param subject what waits, for the message
   * @throws CallInterruptedException if the caller is interrupted, and stays so
   */
  void refuseInterrupted(String subject) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CallInterruptedException(
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
        new SharedThreads(),
        Duration.ofSeconds(5),
        new Randoms());
  }

  // Named classes, as are all on the way to a process's first UUID or ObjectId: with lambdas that
  // id takes half as long again.

  private static final class SharedThreads implements Executor {

    @Override
    public void execute(Runnable work) {
      ClaimThreads.shared().execute(work);
    }
  }

  private static final class Randoms implements Supplier<RandomGenerator> {

    @Override
    public RandomGenerator get() {
      return new Random();
    }
  }
}
