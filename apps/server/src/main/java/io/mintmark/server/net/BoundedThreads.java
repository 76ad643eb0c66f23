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
 * A bounded number of threads with a bounded queue before them. Thread-safe.
 *
 * <p>Work goes to the thread that became idle last, and a thread is only started where none is
 * idle. So there are no more threads than there was work for at a time, and the others end: the
 * JDK's pool hands work out in turn, which keeps every thread alive that it ever started, each with
 * its stack and its memory.
 */
final class BoundedThreads implements Executor {

  private static final Logger LOG = System.getLogger(BoundedThreads.class.getName());

  private final int mostThreads;
  private final int mostQueued;
  private final long idleNanos;
  private final ThreadFactory factory;
  private final ReentrantLock lock = new ReentrantLock();

  // All below is guarded by the lock.
  private final Queue<Runnable> queue = new ArrayDeque<>();
  private final Deque<Worker> idle = new ArrayDeque<>();
  private int threads;
  private boolean closed;

  /**
   * Makes one without any threads.
   *
   * @param mostThreads how many threads there are at most
   * @param mostQueued how many tasks may queue for them
   * @param idle after how long without work a thread ends
   * @param factory makes the threads
   */
  BoundedThreads(int mostThreads, int mostQueued, Duration idle, ThreadFactory factory) {
    this.mostThreads = mostThreads;
    this.mostQueued = mostQueued;
    this.idleNanos = idle.toNanos();
    this.factory = factory;
  }

  /**
   * Has a task run.
   *
   * @throws RejectedExecutionException if the queue is full, no thread can be started and none is
   *     there, or this is closed
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

  /** Where the system gives no further thread, those that there are do the work. */
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

  /** How many threads there are. */
  int threads() {
    lock.lock();
    try {
      return threads;
    } finally {
      lock.unlock();
    }
  }

  /** Takes no more tasks; the threads end when those that are queued are done. */
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
      } catch (Throwable e) { // The top of a thread, which the next task needs too.
        LOG.log(Logger.Level.ERROR, "a task of the server failed", e);
      }
    }

    /** Returns whether there is a task, or else this thread is to end. */
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
            // Nobody has a reason to interrupt it, and it goes on waiting.
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
