package io.mintmark.store.engine;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads of a store. They do not keep the JVM from exiting. */
final class DaemonThreads {

  private static final long IDLE_SECONDS = 10;

  private DaemonThreads() {}

  /** Makes a thread without starting it. */
  static Thread of(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Makes threads as {@link StoreContext.ThreadStarter} specifies. */
  static ExecutorService pool(String name, int threads, int queued) {
    // The pool starts no further thread for a task that fits into its queue, so with a queue all
    // threads are core threads.
    BlockingQueue<Runnable> queue =
        queued == 0 ? new SynchronousQueue<>() : new LinkedBlockingQueue<>(queued);
    ThreadPoolExecutor pool = new ThreadPoolExecutor(
        queued == 0 ? 0 : threads,
        threads,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        queue,
        work -> of(name, work));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }
}
