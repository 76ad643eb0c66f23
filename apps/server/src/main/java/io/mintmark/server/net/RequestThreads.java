package io.mintmark.server.net;

import io.mintmark.service.RunsOn;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads for requests that an event loop must not answer itself. The limits of connections,
 * and of the requests of a connection, limit the tasks that wait for a thread.
 *
 * @param waiting for tasks that may wait for the store
 * @param busy for tasks that take long without waiting, so that requests for metrics and lists do
 *     not queue behind requests that wait for the store
 */
public record RequestThreads(ExecutorService waiting, ExecutorService busy)
    implements AutoCloseable {

  private static final int BUSY_THREADS = 2;
  private static final int IDLE_SECONDS = 30;

  /**
   * Starts threads as they are needed.
   *
   * @param name the start of their names
   * @param mostWaiting the most tasks that wait for the store at the same time; claims of several
   *     can share a commit
   */
  public static RequestThreads start(String name, int mostWaiting) {
    return new RequestThreads(
        pool(name + "-wait", mostWaiting), pool(name + "-busy", BUSY_THREADS));
  }

  private static ExecutorService pool(String name, int threads) {
    ThreadPoolExecutor pool = new ThreadPoolExecutor(
        threads,
        threads,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        new DefaultThreadFactory(name));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  Executor executor(RunsOn runsOn) {
    return runsOn == RunsOn.WAITING_THREAD ? waiting : busy;
  }

  /** Runs a part of a task on a waiting thread, or on this thread if no other can be started. */
  public void help(Runnable part) {
    try {
      waiting.execute(part);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      part.run();
    }
  }

  /** Accepts no more tasks. Running and queued tasks end by themselves. */
  @Override
  public void close() {
    waiting.shutdown();
    busy.shutdown();
  }
}
