package io.mintmark.testkit;

import io.mintmark.error.Message;
import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Time that moves by hand, seen as the two different things it is: a wall clock, which may step
 * either way or stand still, and elapsed time, which only passes.
 *
 * <p>Code that waits through {@link #elapsed()} runs on virtual time: a pause moves both clocks on
 * and returns at once. Several threads that pause at a time each add their own pause. Thread-safe.
 */
public final class ManualTime {

  private final InstantSource wall = this::wallNow;
  private final ElapsedClock elapsed = new ManualElapsed();

  /** Both guarded by this. */
  private Instant wallNow;

  private long elapsedNanos;

  /**
   * Makes a time.
   *
   * @param start what the wall clock shows; the elapsed clock starts at 0
   */
  public ManualTime(Instant start) {
    this.wallNow = start;
  }

  /**
   * Returns the view that code under test takes for the wall clock.
   *
   * @return the wall clock
   */
  public InstantSource wall() {
    return wall;
  }

  /**
   * Returns the view that code under test takes for elapsed time.
   *
   * @return the elapsed clock
   */
  public ElapsedClock elapsed() {
    return elapsed;
  }

  /**
   * Lets time pass on both clocks.
   *
   * @param duration how much, zero or more
   * @throws IllegalArgumentException if it is negative
   */
  public synchronized void advance(Duration duration) {
    advanceElapsed(duration);
    wallNow = wallNow.plus(duration);
  }

  /**
   * Lets time pass that the wall clock does not show: it stands still.
   *
   * @param duration how much, zero or more
   * @throws IllegalArgumentException if it is negative
   */
  public synchronized void advanceElapsed(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException(Message.of("time only passes: duration={}", duration));
    }
    elapsedNanos = Math.addExact(elapsedNanos, duration.toNanos());
  }

  /**
   * Steps the wall clock, as an administrator or a time service does; no time passes.
   *
   * @param step how far, negative for back
   */
  public synchronized void stepWall(Duration step) {
    wallNow = wallNow.plus(step);
  }

  /**
   * Sets the wall clock; no time passes.
   *
   * @param instant what it shows from now on
   */
  public synchronized void setWall(Instant instant) {
    wallNow = instant;
  }

  private synchronized Instant wallNow() {
    return wallNow;
  }

  private synchronized long elapsedNanos() {
    return elapsedNanos;
  }

  private final class ManualElapsed implements ElapsedClock {

    @Override
    public long nanos() {
      return elapsedNanos();
    }

    @Override
    public void pause(long nanos) {
      advance(Duration.ofNanos(nanos));
    }
  }
}
