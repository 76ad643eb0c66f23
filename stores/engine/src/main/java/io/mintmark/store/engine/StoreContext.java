package io.mintmark.store.engine;

import io.mintmark.internal.time.ElapsedClock;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;

/**
 * A store's external dependencies: elapsed time and threads. Stores wait only through these, so
 * that a test can run them on one thread with its own time.
 *
 * @param clock measures waits; a pause ends early when the paused thread is unparked
 * @param loops starts repeated background work
 * @param threads starts single background tasks
 */
public record StoreContext(ElapsedClock clock, LoopStarter loops, ThreadStarter threads) {

  private static final StoreContext SYSTEM =
      new StoreContext(ElapsedClock.system(), LoopThread::start, DaemonThreads::pool);

  /** Starts background work that runs one turn after each wake-up. */
  @FunctionalInterface
  public interface LoopStarter {

    /**
     * Starts a loop.
     *
     * @param name the name of its thread
     * @param turn does the pending work, and returns whether there may be more work later; after
     *     false the loop ends. A turn runs at least once after each wake-up, one turn at a time
     * @return wakes the loop; any thread may run this, and it allocates nothing and does not wait
     * @throws OutOfMemoryError if no thread can be started
     */
    Runnable start(String name, BooleanSupplier turn);
  }

  /** Makes threads for tasks that call an engine and may hang. */
  @FunctionalInterface
  public interface ThreadStarter {

    /**
     * Makes threads, which start when they are needed and end when they have been idle for a while.
     *
     * @param name the name of all these threads
     * @param threads the most threads, 1 or more
     * @param queued the most tasks that wait for a thread, 0 or more; further tasks are rejected
     * @return runs the tasks
     */
    ExecutorService start(String name, int threads, int queued);
  }

  /**
   * Returns the context with the JVM's clock and daemon threads.
   *
   * @return the context of every store outside of tests
   */
  public static StoreContext system() {
    return SYSTEM;
  }

  /**
   * Starts the deadline of a call.
   *
   * @param timeout the call's time limit
   * @return the deadline
   */
  public Deadline in(Duration timeout) {
    return new Deadline(timeout, clock);
  }

  /**
   * Returns an executor that runs each task in a thread of its own.
   *
   * @param name the name of the threads
   * @return starts a thread for each task; the thread ends with the task
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
