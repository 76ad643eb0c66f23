package io.mintmark.server.net;

import java.lang.System.Logger;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A pool of a bounded number of threads, with a bounded queue of tasks. Threads are started as they
 * are needed, and end when they are idle. If the system refuses another thread, the existing ones
 * do the work.
 */
final class BoundedThreads extends ThreadPoolExecutor {

  private static final Logger LOG = System.getLogger(BoundedThreads.class.getName());

  /**
   * Makes an instance without threads.
   *
   * @param mostThreads the most threads
   * @param mostQueued the most tasks in the queue
   * @param idle the time without work after which a thread ends
   * @param factory makes the threads
   */
  BoundedThreads(int mostThreads, int mostQueued, Duration idle, ThreadFactory factory) {
    super(
        mostThreads,
        mostThreads,
        idle.toNanos(),
        TimeUnit.NANOSECONDS,
        new LinkedBlockingQueue<>(mostQueued),
        factory);
    allowCoreThreadTimeOut(true);
  }

  /**
   * Runs a task on a thread.
   *
   * @throws RejectedExecutionException if the queue is full, if there is no thread and none can be
   *     started, or if this is shut down
   */
  @Override
  public void execute(Runnable task) {
    Runnable guarded = () -> run(task);
    try {
      super.execute(guarded);
    } catch (OutOfMemoryError e) {
      if (getPoolSize() == 0 || !getQueue().offer(guarded)) {
        throw new RejectedExecutionException("no thread can be started", e);
      }
    }
  }

  @SuppressWarnings("CatchingUnchecked")
  private static void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) { // The top of a thread, which must survive for the next task.
      LOG.log(Logger.Level.ERROR, "a task of the server failed", e);
    }
  }
}
