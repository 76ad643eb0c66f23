package io.mintmark.store.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads of a store's own, which keep no JVM from ending. */
public final class DaemonThreads {

  private static final long IDLE_SECONDS = 10;

  private DaemonThreads() {}

  /**
   * Makes a thread, which is not started yet.
   *
   * @param name its name
   * @param work what it does
   * @return the thread
   */
  public static Thread of(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Makes the threads of an executor.
   *
   * @param name the name of all of them
   * @return what makes them
   */
  public static ThreadFactory named(String name) {
    return work -> of(name, work);
  }

  /**
   * Makes threads for what is done once.
   *
   * @param name the name of each
   * @return starts a thread for each task
   */
  public static Executor each(String name) {
    return work -> of(name, work).start();
  }

  /**
   * Makes threads for many tasks, which end when none has come for a while.
   *
   * @param name the name of all of them
   * @param threads how many there are at most, 1 or more
   * @param queued how many tasks wait for them at most, 1 or more; others are rejected
   * @return what runs the tasks
   */
  public static ExecutorService pool(String name, int threads, int queued) {
    ThreadPoolExecutor pool = new ThreadPoolExecutor(
        threads,
        threads,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(queued),
        named(name));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }
}
