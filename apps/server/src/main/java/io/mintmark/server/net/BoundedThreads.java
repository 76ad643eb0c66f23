package io.mintmark.server.net;

import io.mintmark.error.Message;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A bounded number of threads with a bounded queue. Thread-safe.
 *
 * <p>A task goes to the thread that became idle last. A new thread is started only if none is idle.
 * So the number of threads never exceeds the number of tasks that ran at the same time, and threads
 * that are no longer needed stay idle until they end. The JDK's pool gives tasks to its threads in
 * turn, which keeps every thread alive that it ever started, each with its stack and its memory.
 */
final class BoundedThreads implements Executor {

  private static final Logger LOG = System.getLogger(BoundedThreads.class.getName());

  private final int mostThreads;
  private final int mostQueued;
  private final long idleNanos;
  private final ThreadFactory factory;
  private final ReentrantLock lock = new ReentrantLock();

  // All fields below are guarded by the lock.
  private final Queue<Runnable> queue = new ArrayDeque<>();
  private final Deque<Worker> idle = new ArrayDeque<>();
  private int threads;
  private boolean closed;

  /**
   * Makes an instance without threads.
   *
   * @param mostThreads the most threads
   * @param mostQueued the most tasks in the queue
   * @param idle the time without work after which a thread ends
   * @param factory makes the threads
   */
  BoundedThreads(int mostThreads, int mostQueued, Duration idle, ThreadFactory factory) {
    this.mostThreads = mostThreads;
    this.mostQueued = mostQueued;
    this.idleNanos = idle.toNanos();
    this.factory = factory;
  }

  /**
   * Runs a task on a thread.
   *
   * @throws RejectedExecutionException if the queue is full, if there is no thread and none can be
   *     started, or if this is closed
   */
  @Override
  public void execute(Runnable task) {
    lock.lock();
    try {
      if (closed || queue.size() >= mostQueued) {
        throw new RejectedExecutionException(
            Message.of("no room: queued={}, {}", queue.size(), closed));
      }
      Worker last = idle.poll();
      if (last == null && threads < mostThreads) {
        startThread();
      }
      queue.add(task);
      if (last != null) {
        last.wake();
      }
    } finally {
      lock.unlock();
    }
  }

  /** If the system refuses another thread, the existing threads do the work. */
  private void startThread() {
    try {
      factory.newThread(new Worker()).start();
      threads++;
    } catch (OutOfMemoryError e) {
      if (threads == 0) {
        throw new RejectedExecutionException("no thread can be started", e);
      }
    }
  }

  /** The number of threads. */
  int threads() {
    lock.lock();
    try {
      return threads;
    } finally {
      lock.unlock();
    }
  }

  /** Accepts no more tasks. The threads end when the queued tasks are done. */
  void close() {
    lock.lock();
    try {
      closed = true;
      idle.forEach(Worker::wake);
      idle.clear();
    } finally {
      lock.unlock();
    }
  }

  private final class Worker implements Runnable {

    private final Condition work = lock.newCondition();
    private boolean called;

    void wake() {
      called = true;
      work.signal();
    }

    @Override
    public void run() {
      lock.lock();
      try {
        while (awaitWork()) {
          Runnable task = queue.remove();
          lock.unlock();
          run(task);
          lock.lock();
        }
      } finally {
        threads--;
        lock.unlock();
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

    /**
     * Waits for a task. Returns false if this thread must end, because it was idle for long or
     * there will be no more tasks.
     */
    private boolean awaitWork() {
      long left = idleNanos;
      while (queue.isEmpty()) {
        if (closed) {
          return false;
        }
        called = false;
        idle.push(this);
        while (!called && left > 0) {
          try {
            left = work.awaitNanos(left);
          } catch (InterruptedException e) {
            // No code interrupts this thread, so it continues to wait.
          }
        }
        if (!called) {
          idle.remove(this);
          return false;
        }
      }
      return true;
    }
  }
}
