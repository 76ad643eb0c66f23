package io.mintmark.internal.line;

import io.mintmark.error.ClosedException;
import io.mintmark.internal.store.StackRoom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads on which generators make claims in the background. An interrupt, a deadline or an
 * exhausted stack of a caller does not affect a claim on these threads. A thread starts when a
 * claim finds no idle thread. There are at most {@value #MAX_THREADS} threads. A thread ends after
 * {@value #KEEP_ALIVE_SECONDS} s without a claim.
 *
 * <p><b>How many generators the threads can serve.</b> A generator has one claim in flight at a
 * time. It claims ahead a window (a span of time) or a segment (a range of numbers), usually for
 * about 10 s, and makes the next claim when half of that is used. So a generator in use makes a
 * claim about every 5 s. Therefore the threads keep up with {@code 64 * 5 s / (time of a claim)}
 * generators: 640 if a claim takes half a second, 32,000 if it takes 10 ms. If there are more
 * generators, claims wait in order.
 *
 * <p><b>Every accepted task is run</b>, unless this executor is closed before. A task is queued
 * only if no thread is idle and no thread can be started, and afterwards the pool makes sure that
 * it has a thread. An error in a task does not end a thread. A caller whose stack is almost full is
 * refused at once, because an overflow within the pool would affect all generators that share it.
 */
public final class ClaimThreads implements Executor {

  static final int MAX_THREADS = 64;
  private static final long KEEP_ALIVE_SECONDS = 10;

  /**
   * How long {@link #close} waits for running tasks before it interrupts them. Tasks that are
   * almost finished, such as writing a note, can end in this time.
   */
  private static final long GRACE_NANOS = 100_000_000;

  /** The threads that generators without a store use. They are never closed. */
  static final ClaimThreads SHARED = new ClaimThreads();

  private final WaitingTasks waiting = new WaitingTasks();
  private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
      1,
      MAX_THREADS,
      KEEP_ALIVE_SECONDS,
      TimeUnit.SECONDS,
      waiting,
      ClaimThreads::thread,
      (task, full) -> queue(task));

  /** Creates an executor without threads. */
  public ClaimThreads() {
    pool.allowCoreThreadTimeOut(true);
  }

  /** Refuses a task of the pool if no thread is idle, so that the pool starts another thread. */
  private static final class WaitingTasks extends LinkedTransferQueue<Runnable> {

    private static final long serialVersionUID = 1L;

    @Override
    public boolean offer(Runnable task) {
      return tryTransfer(task);
    }

    void enqueue(Runnable task) {
      boolean unused = super.offer(task);
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "mintmark-claims");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Runs a task on one of the threads.
   *
   * @param work a claim. Exceptions that it throws are ignored
   * @throws OutOfMemoryError if no thread is alive and no thread can be started; the task is not
   *     run
   * @throws ClosedException if this object is closed
   */
  @Override
  public void execute(Runnable work) {
    StackRoom.toReturn();
    Runnable task = () -> run(work);
    try {
      pool.execute(task);
    } catch (OutOfMemoryError e) {
      if (pool.getPoolSize() == 0) {
        throw e;
      }
      queue(task);
    }
  }

  @SuppressWarnings("CatchingUnchecked")
  private static void run(Runnable work) {
    try {
      work.run();
    } catch (Throwable e) {
      // A claim itself reports its failures to its generator. This thread must continue, to run
      // other claims.
    }
  }

  /** Lets a live thread run the task later. */
  private void queue(Runnable task) {
    if (pool.isShutdown()) {
      throw new ClosedException("the threads that claim have ended; nothing was claimed");
    }
    waiting.enqueue(task);
    boolean unused = pool.prestartCoreThread(); // All threads may have ended meanwhile.
  }

  /**
   * Closes this executor: refuses new tasks, drops tasks that have not begun, and waits for running
   * tasks.
   *
   * @param interrupts whether to interrupt tasks that do not end soon. This is allowed only if no
   *     other code uses the resources of the tasks
   * @param timeout how long to wait at most
   */
  public void close(boolean interrupts, Duration timeout) {
    pool.shutdown();
    waiting.clear();
    long grace = Math.min(GRACE_NANOS, timeout.toNanos());
    if (!ends(grace)) {
      if (interrupts) {
        List<Runnable> unusedTasks = pool.shutdownNow();
      }
      boolean unused = ends(timeout.toNanos() - grace);
    }
  }

  /**
   * Returns whether all threads have ended before the timeout. An interrupted caller does not wait.
   */
  private boolean ends(long nanos) {
    try {
      return pool.awaitTermination(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
