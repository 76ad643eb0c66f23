package io.mintmark.server.net;

import io.mintmark.service.RunsOn;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads for requests that an event loop must not answer itself. Both executors refuse tasks
 * when their queue is full.
 *
 * @param waiting for tasks that may wait for the store
 * @param busy for tasks that take long without waiting
 */
public record RequestThreads(Executor waiting, Executor busy) {

  /** The most tasks that wait for the store at the same time. Their claims can share a commit. */
  private static final int WAITING_THREADS = 64;

  /** The most such tasks of the admin port: few, because an administrator sends few requests. */
  private static final int WAITING_ADMIN_THREADS = 4;

  /**
   * Busy tasks have threads of their own, so that requests for metrics and lists do not queue
   * behind requests that wait for the store.
   */
  private static final int BUSY_THREADS = 2;

  private static final int IDLE_SECONDS = 30;

  /**
   * Starts threads as they are needed.
   *
   * @param mostQueued the largest number of queued tasks, for each of the two executors
   */
  public static RequestThreads start(int mostQueued) {
    return start("mintmark-", WAITING_THREADS, mostQueued);
  }

  /**
   * Makes separate threads for the admin port, so that requests of clients on other ports cannot
   * keep them busy. They are started as they are needed.
   *
   * @param mostQueued the largest number of queued tasks, for each of the two executors
   */
  public static RequestThreads startForAdmin(int mostQueued) {
    return start("mintmark-admin-", WAITING_ADMIN_THREADS, mostQueued);
  }

  private static RequestThreads start(String name, int waiting, int mostQueued) {
    return new RequestThreads(
        pool(name + "wait", waiting, mostQueued), pool(name + "busy", BUSY_THREADS, mostQueued));
  }

  private static Executor pool(String name, int threads, int mostQueued) {
    ThreadPoolExecutor pool = new ThreadPoolExecutor(
        threads,
        threads,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(mostQueued),
        new DefaultThreadFactory(name));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /**
   * Runs a request's task.
   *
   * @throws RejectedExecutionException if the queue is full, or no thread can be started
   */
  void run(RunsOn runsOn, Runnable task) {
    try {
      executor(runsOn).execute(task);
    } catch (OutOfMemoryError e) {
      throw new RejectedExecutionException("no thread can be started", e);
    }
  }

  Executor executor(RunsOn runsOn) {
    return runsOn == RunsOn.WAITING_THREAD ? waiting : busy;
  }

  /** Runs a part of a task on a waiting thread. Does nothing if the executor refuses the part. */
  public void help(Runnable part) {
    try {
      run(RunsOn.WAITING_THREAD, part);
    } catch (RejectedExecutionException e) {
      // A task that requests help is completed without it.
    }
  }

  /** Accepts no more tasks. Running and queued tasks end by themselves. */
  public void close() {
    close(waiting);
    close(busy);
  }

  private static void close(Executor executor) {
    if (executor instanceof ThreadPoolExecutor threads) {
      threads.shutdown();
    }
  }
}
