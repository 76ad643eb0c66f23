package io.mintmark.internal.line;

import io.mintmark.error.CallInterruptedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.GeneratorObserver;
import io.mintmark.internal.time.ElapsedClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The environment of generators: clocks, threads that make claims in the background, a timeout, and
 * the other services that generators need.
 *
 * @param wall the wall clock, which may step
 * @param elapsed the elapsed time
 * @param coarse whether {@link CoarseClock} may read the clock for fast generators. It may be true
 *     only if {@code wall} and {@code elapsed} are the system's clocks
 * @param background the executor of claims; a generator has at most one claim in it at a time,
 *     apart from claims that were given up
 * @param claimTimeout how long a call for an id may wait in total
 * @param randoms gives each generator its own source of random numbers, for choosing worker
 *     numbers. Uniqueness does not depend on it
 * @param oneShot whether to claim only the positions that each call needs
 * @param note the note that is written on a worker number's line (its counter in the store) when
 *     this process takes the number
 * @param observer receives the events of generators; null if there is none
 * @param ends the ends of the claims that generators of the same Mintmark, including closed ones,
 *     have made on each line
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
    @Nullable HarmlessObserver observer,
    LineEnds ends) {

  /**
   * Creates a context in which generators claim ahead and write no note, without an observer.
   *
   * @param wall the wall clock
   * @param elapsed the elapsed time
   * @param coarse whether another thread may read the clock for fast generators
   * @param background the executor of claims
   * @param claimTimeout how long a call for an id may wait in total
   * @param randoms gives each generator its own source of random numbers
   */
  public Context(
      InstantSource wall,
      ElapsedClock elapsed,
      boolean coarse,
      Executor background,
      Duration claimTimeout,
      Supplier<RandomGenerator> randoms) {
    this(wall, elapsed, coarse, background, claimTimeout, randoms, false, "", null, new LineEnds());
  }

  /**
   * Returns a copy with another wall clock.
   *
   * @param other the wall clock
   * @return the changed copy
   */
  public Context withWall(InstantSource other) {
    return new Context(
        other, elapsed, coarse, background, claimTimeout, randoms, oneShot, note, observer, ends);
  }

  /**
   * Registers a generator that makes ids fast, which the clock's thread then calls regularly.
   *
   * @param listener the generator, which is called until it returns false
   * @return whether it will be called
   */
  boolean callAtTurns(ClockListener listener) {
    return elapsed instanceof ParkingClock clock
        ? clock.add(listener)
        : coarse && CoarseClock.SHARED.add(listener);
  }

  private record ClaimEnd(String generator, Duration took) implements GeneratorObserver.Claim {}

  private record ClaimFailure(String generator, Duration took, Throwable cause)
      implements GeneratorObserver.FailedClaim {}

  private record StepBack(String generator, Duration by) implements GeneratorObserver.ClockStep {}

  /**
   * Reports an event to the observer, if there is one.
   *
   * @param event calls a method of the observer
   */
  public void tell(Consumer<GeneratorObserver> event) {
    if (observer != null) {
      observer.tell(event);
    }
  }

  /** Reports a step back of the clock to the observer. */
  void tellOfClock(String generator, long backMs) {
    tell(told -> told.clockSteppedBack(new StepBack(generator, Duration.ofMillis(backMs))));
  }

  /** Returns the present elapsed time, or 0 if there is no observer. */
  long beginOfClaim() {
    return observer == null ? 0 : elapsed.nanos();
  }

  /** Reports to the observer how a claim ended. */
  void tellOfClaim(String generator, long startNanos, @Nullable Throwable failure) {
    tell(told -> {
      Duration took = Duration.ofNanos(elapsed.nanos() - startNanos);
      if (failure == null) {
        told.claimed(new ClaimEnd(generator, took));
      } else {
        told.claimFailed(new ClaimFailure(generator, took, failure));
      }
    });
  }

  /** Returns the deadline of a call that begins now, in elapsed time. */
  long deadline() {
    return elapsed.nanos() + claimTimeout.toNanos();
  }

  /**
   * Returns the exception with which the future of a call completes. The original failure may be an
   * error of the JVM, for example an OutOfMemoryError, on another thread. Code that is chained to
   * the future might treat such an error as fatal for its own thread, and never send a reply. So
   * this method wraps an error in an exception, if there is enough memory for one.
   *
   * @param generator the generator's name
   * @param failure the original failure
   * @return an exception; the error itself if memory is exhausted
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
   * Returns the exception for a call whose deadline has passed.
   *
   * @param subject the generator or line, for example {@code generator=users}
   * @param last the failure of the last claim; null if there was none
   */
  StoreUnavailableException outOfTime(String subject, @Nullable MintmarkException last) {
    String rule =
        "no claim succeeded in time: claimTimeoutMs=" + claimTimeout.toMillis() + ", " + subject;
    return last == null
        ? new StoreUnavailableException(rule + "; no id issued")
        : new StoreUnavailableException(
            rule + ", last='" + last.getMessage() + "'; no id issued", last);
  }

  /**
   * Pauses a waiting caller for about the given time.
   *
   * @param nanos the time to wait, in nanoseconds
   * @param subject the waiting object, for the message, for example {@code generator=users}
   * @throws StoreUnavailableException if the caller is interrupted; the interrupt flag remains set
   */
  public void pause(long nanos, String subject) {
    elapsed.pause(nanos);
    refuseInterrupted(subject);
  }

  /**
   * Waits until the thread is unparked, for about the given time at most. May return early. The
   * wait takes real time even if a test controls the elapsed clock, because the caller waits for
   * the work of another thread. A {@link ParkingClock} makes the wait itself, and decides how long
   * it takes.
   *
   * @param blocker the object that thread dumps show as the reason of the wait
   * @param nanos the time to wait, in nanoseconds
   * @param subject the waiting object, for the message
   * @throws StoreUnavailableException if the caller is interrupted; the interrupt flag remains set
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
   * Throws if the calling thread is interrupted, because it must not wait then.
   *
   * @param subject the waiting object, for the message
   * @throws StoreUnavailableException if the caller is interrupted; the interrupt flag remains set
   */
  void refuseInterrupted(String subject) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CallInterruptedException(
          "interrupted while waiting: " + subject + "; no id issued");
    }
  }

  /**
   * Returns the context of generators without a store. It has the system's clocks, and shared
   * threads that are never closed.
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

  // These are named classes and not lambdas, because with lambdas the first UUID or ObjectId of a
  // process would take 1.5 times as long.

  private static final class SharedThreads implements Executor {

    @Override
    public void execute(Runnable work) {
      ClaimThreads.SHARED.execute(work);
    }
  }

  private static final class Randoms implements Supplier<RandomGenerator> {

    @Override
    public RandomGenerator get() {
      return new Random();
    }
  }
}
