package io.mintmark.store.engine;

import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * What a store takes from outside: time that passes, and threads. All that the engine shell waits
 * for it waits for by these, so that a test can run it on one thread with a time of its own.
 *
 * @param clock what waits are measured by; a pause ends early when the paused thread is unparked
 * @param loops starts what a store does in the background
 */
public record StoreContext(ElapsedClock clock, LoopStarter loops) {

  private static final StoreContext SYSTEM =
      new StoreContext(ElapsedClock.system(), LoopThread::start);

  /** Starts work that goes on in the background, one turn each time that it is woken. */
  @FunctionalInterface
  public interface LoopStarter {

    /**
     * Starts a loop.
     *
     * @param name names its thread
     * @param turn does what there is to do, and returns whether there may be more later; runs at
     *     least once after each wake-up, one turn at a time
     * @return wakes the loop; called from any thread, allocates nothing, and does not wait
     * @throws OutOfMemoryError if there is no thread for it
     */
    Runnable start(String name, BooleanSupplier turn);
  }

  /**
   * Returns the JVM's clock, and a daemon thread for each loop.
   *
   * @return the context of every store outside of tests
   */
  public static StoreContext system() {
    return SYSTEM;
  }

  /**
   * Starts the time of a call.
   *
   * @param timeout how long it may take
   * @return when it has to be over
   */
  public Deadline in(Duration timeout) {
    return Deadline.in(timeout, clock);
  }
}
