package io.mintmark.testkit;

import io.mintmark.MintmarkBuilder;
import io.mintmark.error.Message;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.time.ElapsedClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Time that a test advances, as two clocks: a wall clock, which may jump in both directions or
 * stop, and elapsed time, which only increases.
 *
 * <p>Code that waits through {@link #elapsed()} runs on virtual time: a pause advances both clocks
 * and returns at once. If several threads pause at the same time, their pauses add up. A task with
 * a delay runs on the thread that lets that time pass. Tasks run in the order of their times. While
 * a task runs, the clocks show the task's time. Thread-safe.
 */
public final class ManualTime {

  private final InstantSource wall = this::wallNow;
  private final ElapsedClock elapsed = new ManualElapsed();

  /** Guarded by this object's lock, like {@link #elapsedNanos}. */
  private Instant wallNow;

  private long elapsedNanos;

  /** The pending tasks, by their time, then in the order of their requests. */
  private final PriorityQueue<Timer> timers = new PriorityQueue<>(
      Comparator.comparingLong(Timer::atNanos).thenComparingLong(Timer::number));

  private long timersMade;

  private record Timer(long atNanos, long number, Runnable task) {}

  /**
   * Makes the two clocks.
   *
   * @param start the first reading of the wall clock; the elapsed clock starts at 0
   */
  public ManualTime(Instant start) {
    this.wallNow = start;
  }

  /**
   * Returns the wall clock for the code under test.
   *
   * @return the wall clock
   */
  public InstantSource wall() {
    return wall;
  }

  /**
   * Returns the elapsed clock for the code under test.
   *
   * @return the elapsed clock
   */
  public ElapsedClock elapsed() {
    return elapsed;
  }

  /**
   * Gives both clocks to a Mintmark.
   *
   * @param builder the builder of the Mintmark. The store needs {@link #wall()} too, because a
   *     process whose clock is ahead of the store's clock gets no ids
   * @return the builder
   */
  public MintmarkBuilder applyTo(MintmarkBuilder builder) {
    return Surroundings.SYSTEM.clocks(wall, elapsed).of(builder);
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
   * Lets time pass on the elapsed clock only. The wall clock stops meanwhile.
   *
   * @param duration how much, zero or more
   * @throws IllegalArgumentException if it is negative
   */
  public void advanceElapsed(Duration duration) {
    pass(duration, false);
  }

  /** Lets time pass, in steps from one due task to the next. */
  private void pass(Duration duration, boolean onBoth) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException(Message.of("time cannot go back: duration={}", duration));
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
   * Steps the wall clock, as an administrator or a time service does. The elapsed clock does not
   * change.
   *
   * @param step how far to step; negative to step back
   */
  public synchronized void stepWall(Duration step) {
    wallNow = wallNow.plus(step);
  }

  /**
   * Sets the wall clock. The elapsed clock does not change.
   *
   * @param instant the new reading
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
