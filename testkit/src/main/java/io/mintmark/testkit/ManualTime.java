package io.mintmark.testkit;

import io.mintmark.error.Message;
import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Time that moves by hand, seen as the two different things it is: a wall clock, which may step
 * either way or stand still, and elapsed time, which only passes.
 *
 * <p>Code that waits through {@link #elapsed()} runs on virtual time: a pause moves both clocks on
 * and returns at once. Several threads that pause at a time each add their own pause. What is to be
 * called after a delay runs on the thread that lets that time pass, in the order of the times, each
 * with the clocks at its time. Thread-safe.
 */
public final class ManualTime {

  private final InstantSource wall = this::wallNow;
  private final ElapsedClock elapsed = new ManualElapsed();

  /** Both guarded by this. */
  private Instant wallNow;

  private long elapsedNanos;

  /** What is to be called, by its time and then in the order in which it was asked for. */
  private final PriorityQueue<Timer> timers = new PriorityQueue<>();

  private long timersMade;

  private record Timer(long atNanos, long number, Runnable task) implements Comparable<Timer> {

    @Override
    public int compareTo(Timer other) {
      return atNanos == other.atNanos
          ? Long.compare(number, other.number)
          : Long.compare(atNanos, other.atNanos);
    }
  }

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
  public void advance(Duration duration) {
    pass(duration, true);
  }

  /**
   * Lets time pass that the wall clock does not show: it stands still.
   *
   * @param duration how much, zero or more
   * @throws IllegalArgumentException if it is negative
   */
  public void advanceElapsed(Duration duration) {
    pass(duration, false);
  }

  /** Lets time pass from one timer to the next, and to the end once none is due before it. */
  private void pass(Duration duration, boolean onBoth) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException(Message.of("time only passes: duration={}", duration));
    }
    long leftNanos = duration.toNanos();
    @Nullable Timer due;
    do {
      synchronized (this) {
        Timer next = timers.peek();
        long untilNext = next == null ? Long.MAX_VALUE : Math.max(0, next.atNanos - elapsedNanos);
        long step = Math.min(untilNext, leftNanos);
        elapsedNanos = Math.addExact(elapsedNanos, step);
        wallNow = onBoth ? wallNow.plusNanos(step) : wallNow;
        leftNanos -= step;
        due = untilNext <= step ? timers.poll() : null;
      }
      if (due != null) {
        due.task.run();
      }
    } while (due != null);
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

    @Override
    public void callAfter(long nanos, Runnable task) {
      synchronized (ManualTime.this) {
        timers.add(new Timer(Math.addExact(elapsedNanos, nanos), timersMade++, task));
      }
    }
  }
}
