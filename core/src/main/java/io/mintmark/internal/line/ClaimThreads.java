package io.mintmark.internal.line;

import io.mintmark.error.ClosedException;
import io.mintmark.internal.store.StackRoom;
import java.time.Duration;
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
 * only while a live thread will take it: the last thread of a pool does not end while the queue has
 * a task.
 */
public final class ClaimThreads implements Executor {

  static final int MAX_THREADS = 64;
  private static final long KEEP_ALIVE_SECONDS = 10;

  /**
   * How long {@link #close} waits for running tasks before it interrupts them. Tasks that are
   * almost finished, such as writing a note, can end in this time.
   */
  private static final long GRACE_NANOS = 100_000_000;

  private static final ClaimThreads SHARED = new ClaimThreads();

  private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
      0,
      MAX_THREADS,
      KEEP_ALIVE_SECONDS,
      TimeUnit.SECONDS,
      new Handover(),
      ClaimThreads::daemon,
      (task, unused) -> queue(task));

  /** Creates an executor without threads. */
  public ClaimThreads() {}

  /**
   * A queue to which the pool offers a task only if an idle thread takes it at once. Otherwise the
   * pool starts a thread first.
   */
  private static final class Handover extends LinkedTransferQueue<Runnable> {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean offer(Runnable task) {
      return tryTransfer(task);
    }
  }

  private static Thread daemon(Runnable worker) {
    Thread thread = new Thread(worker, "mintmark-claims");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Returns the threads that generators without a store use. They are never closed.
   *
   * @return the threads of this process
   */
  static ClaimThreads shared() {
    return SHARED;
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
    StackRoom.forLibrary(); // Otherwise an overflow could leave a lock of the pool held.
    Runnable task = new ClaimWork(work);
    try {
      pool.execute(task);
    } catch (OutOfMemoryError e) {
      if (!canQueue(task)) {
        throw e;
      }
    }
  }

  private record ClaimWork(Runnable work) implements Runnable {

    @Override
    @SuppressWarnings("CatchingUnchecked")
    public void run() {
      try {
        work.run();
      } catch (Throwable e) {
        // A claim itself reports its failures to its generator. This thread must continue, to run
        // other claims.
      }
    }
  }

  /** Called by the pool if all threads are busy. */
  private void queue(Runnable task) {
    if (pool.isShutdown()) {
      throw new ClosedException("the threads that claim have ended; nothing was claimed");
    }
    if (!canQueue(task)) {
      pool.execute(task);
    }
  }

  /** Queues a task. Returns false if no thread is alive that will take it. */
  private boolean canQueue(Runnable task) {
    pool.getQueue().add(task);
    return pool.getPoolSize() > 0 || !pool.remove(task);
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
    pool.getQueue().clear();
    long nanos = timeout.toNanos();
    long graceNanos = Math.min(GRACE_NANOS, nanos);
    try {
      boolean ended = pool.awaitTermination(graceNanos, TimeUnit.NANOSECONDS);
      if (!ended && interrupts) {
        pool.shutdownNow();
      }
      boolean unused = ended || pool.awaitTermination(nanos - graceNanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) { // An interrupted caller does not wait.
      if (interrupts) {
        pool.shutdownNow();
      }
      Thread.currentThread().interrupt();
    }
  }
}
