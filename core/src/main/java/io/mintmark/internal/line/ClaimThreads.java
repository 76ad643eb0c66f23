package io.mintmark.internal.line;

import io.mintmark.error.ClosedException;
import io.mintmark.internal.store.StackRoom;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads in which generators claim, so that no caller's interrupt, deadline or exhausted stack
 * affects a store. A thread starts when a claim finds no idle thread, at most {@value #MAX_THREADS}
 * at a time. It ends after {@value #KEEP_ALIVE_SECONDS} s without a claim.
 *
 * <p><b>How many generators they can serve.</b> A generator has one claim in flight at a time.
 * While in use, it claims again whenever half of its window or segment is used up, by default every
 * 5 s. So the threads keep up with {@code 64 * 5 s / (time of a claim)} generators: 640 where a
 * claim takes half a second, 32,000 where it takes 10 ms. Further claims wait in order.
 *
 * <p><b>Every accepted task is run</b>, unless this is closed first. A task is queued only after
 * all threads were found busy, or no thread could be started. A thread looks into the queue before
 * it ends. If no thread is left after a task was queued, {@link #enqueue} starts one.
 */
public final class ClaimThreads implements Executor {

  static final int MAX_THREADS = 64;
  private static final long KEEP_ALIVE_SECONDS = 10;

  /**
   * How long running tasks are left alone at {@link #close} before they are interrupted. It lets
   * tasks that are almost finished end normally, for example a write of a line's note.
   */
  private static final Duration GRACE = Duration.ofMillis(100);

  private static final ClaimThreads SHARED = new ClaimThreads();

  private final ThreadPoolExecutor pool;

  /** Starts without threads. */
  public ClaimThreads() {
    pool = new ThreadPoolExecutor(
        1,
        MAX_THREADS,
        KEEP_ALIVE_SECONDS,
        TimeUnit.SECONDS,
        new IdleThreads(),
        ClaimThreads::start);
    pool.allowCoreThreadTimeOut(true);
    pool.setRejectedExecutionHandler((task, unused) -> enqueue(task));
  }

  /** Accepts a task only if an idle thread takes it at once. Otherwise the pool starts a thread. */
  @SuppressWarnings("serial") // It is never serialized.
  private static final class IdleThreads extends LinkedTransferQueue<Runnable> {

    @Override
    public boolean offer(Runnable task) {
      return tryTransfer(task);
    }
  }

  private static Thread start(Runnable work) {
    Thread thread = new Thread(work, "mintmark-claims");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Returns the threads of generators without a store. They are never closed.
   *
   * @return the process's own
   */
  static ClaimThreads shared() {
    return SHARED;
  }

  /**
   * Runs a task in one of the threads.
   *
   * @param work a claim; its exceptions and errors are discarded
   * @throws OutOfMemoryError if there is no thread and none can be started; the task is not run
   * @throws ClosedException if this is closed
   */
  @Override
  @SuppressWarnings("CatchingUnchecked")
  public void execute(Runnable work) {
    Runnable task = () -> {
      try {
        work.run();
      } catch (Throwable e) {
        // A claim reports every failure to its generator. The thread has further tasks to run.
      }
    };
    // A stack overflow within the pool would leave its count of threads wrong for all generators.
    StackRoom.forLibrary();
    try {
      pool.execute(task);
    } catch (OutOfMemoryError e) {
      if (pool.getPoolSize() == 0) {
        throw e;
      }
      enqueue(task);
    }
  }

  private void enqueue(Runnable task) {
    boolean unusedAlways = pool.getQueue().add(task);
    if (pool.isShutdown() && pool.remove(task)) {
      throw new ClosedException("the threads that claim have ended; nothing was claimed");
    }
    if (pool.getPoolSize() == 0) {
      boolean unused = pool.prestartCoreThread();
    }
  }

  /**
   * Accepts no more tasks, drops the queued ones, and waits for the running ones.
   *
   * @param interrupts whether to interrupt tasks that do not end soon; true only if no other code
   *     uses the resources that they work with
   * @param timeout the longest wait
   */
  public void close(boolean interrupts, Duration timeout) {
    pool.shutdown();
    pool.getQueue().clear();
    Duration grace = timeout.compareTo(GRACE) < 0 ? timeout : GRACE;
    try {
      if (!pool.awaitTermination(grace.toNanos(), TimeUnit.NANOSECONDS)) {
        if (interrupts) {
          pool.shutdownNow();
        }
        boolean unused =
            pool.awaitTermination(timeout.minus(grace).toNanos(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
