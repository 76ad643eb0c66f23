package io.mintmark.store.engine;

import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;

/**
 * What a store takes from outside: time that passes, and threads. All that the stores wait for they
 * wait for by these, so that a test can run them on one thread with a time of its own.
 *
 * @param clock what waits are measured by; a pause ends early when the paused thread is unparked
 * @param loops starts what a store does in the background again and again
 * @param threads starts what a store does in the background once
 */
public record StoreContext(ElapsedClock clock, LoopStarter loops, ThreadStarter threads) {

  private static final StoreContext SYSTEM =
      new StoreContext(ElapsedClock.system(), LoopThread::start, DaemonThreads::pool);

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

  /** Makes threads for tasks that wait for an engine and may hang. */
  @FunctionalInterface
  public interface ThreadStarter {

    /**
     * Makes threads, which start when they are needed and end when they have been idle for a while.
     *
     * @param name names all of them
     * @param threads how many there are at most, 1 or more
     * @param queued how many tasks wait for them at most, 0 or more; others are rejected
     * @return runs the tasks
     */
    ExecutorService start(String name, int threads, int queued);
  }

  /**
   * Returns the JVM's clock, and daemon threads.
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

  /**
   * Has each of some tasks done in a thread of its own.
   *
   * @param name names the threads
   * @return starts a thread, which ends with its task
   */
  public Executor each(String name) {
    return task -> {
      ExecutorService thread = threads.start(name, 1, 0);
      try {
        thread.execute(task);
      } finally {
        thread.shutdown();
      }
    };
  }
}
