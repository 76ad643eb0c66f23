package io.mintmark.internal.line;

import io.mintmark.error.ClosedException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The threads on which generators make claims in the background. An interrupt, a deadline or an
 * exhausted stack of a caller does not affect a claim on these threads. A thread starts when a
 * claim finds no idle thread. There are at most {@value #MAX_THREADS} threads. A thread ends after
 * {@value #KEEP_ALIVE_SECONDS} s without a claim. The idle thread with the lowest index gets the
 * next claim, so that the other threads stay idle, and end if they are not needed.
 *
 * <p><b>How many generators the threads can serve.</b> A generator has one claim in flight at a
 * time. It claims ahead a window (a span of time) or a segment (a range of numbers), usually for
 * about 10 s, and makes the next claim when half of that is used. So a generator in use makes a
 * claim about every 5 s. Therefore the threads keep up with {@code 64 * 5 s / (time of a claim)}
 * generators: 640 if a claim takes half a second, 32,000 if it takes 10 ms. If there are more
 * generators, claims wait in order.
 *
 * <p><b>Every accepted task is run</b>, unless this executor is closed before. A task is queued
 * only while a live thread will take it. A thread decides to end only while it holds the lock that
 * guards the queue, and only if the queue is empty. An error in a task does not end a thread.
 * Exhausted memory does not either, because taking a task allocates nothing.
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

  /**
   * The live threads by their index. The lock of this object guards this field and all fields
   * below.
   */
  private final @Nullable Worker[] workers = new @Nullable Worker[MAX_THREADS];

  private int living;
  private @Nullable Task first;
  private @Nullable Task last;
  private boolean closed;

  /** Creates an executor without threads. */
  public ClaimThreads() {}

  /** A claim that no thread has taken yet. */
  private static final class Task {
    private final Runnable work;
    private @Nullable Task next;

    Task(Runnable work) {
      this.work = work;
    }
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
    Task task = new Task(work);
    synchronized (this) {
      if (closed) {
        throw new ClosedException("the threads that claim have ended; nothing was claimed");
      }
      callOne();
      Task before = last;
      last = task;
      if (before == null) {
        first = task;
      } else {
        before.next = task;
      }
    }
  }

  /**
   * Wakes an idle thread, or starts a new thread. If no thread can be started, the live threads run
   * the task later.
   */
  private void callOne() {
    int free = MAX_THREADS;
    for (int i = 0; i < MAX_THREADS; i++) {
      Worker worker = workers[i];
      if (worker != null && worker.idle) {
        LockSupport.unpark(worker.thread);
        worker.idle = false;
        return;
      }
      free = worker == null && free == MAX_THREADS ? i : free;
    }
    if (free < MAX_THREADS) {
      start(free);
    }
  }

  private void start(int index) {
    try {
      Worker worker = new Worker(index);
      worker.thread.start();
      workers[index] = worker;
      living++;
    } catch (OutOfMemoryError e) {
      if (living == 0) {
        throw e;
      }
    }
  }

  private final class Worker implements Runnable {

    private final int index;
    private final Thread thread;
    private boolean idle;

    Worker(int index) {
      this.index = index;
      this.thread = new Thread(this, "mintmark-claims");
      thread.setDaemon(true);
    }

    @Override
    @SuppressWarnings("CatchingUnchecked")
    public void run() {
      for (Runnable work = nextFor(this); work != null; work = nextFor(this)) {
        try {
          work.run();
        } catch (Throwable e) {
          // A claim itself reports its failures to its generator. This thread must continue, to run
          // other claims.
        }
      }
    }
  }

  /** Waits for a task. Returns null if the thread is no longer needed and must end. */
  private @Nullable Runnable nextFor(Worker worker) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(KEEP_ALIVE_SECONDS);
    while (true) {
      long left = end - System.nanoTime();
      synchronized (this) {
        Task task = first;
        worker.idle = task == null;
        if (task != null) {
          first = task.next;
          last = first == null ? null : last;
          return task.work;
        }
        if (closed || left <= 0) {
          if (workers[worker.index] == worker) {
            workers[worker.index] = null;
            living--;
          }
          return null;
        }
      }
      LockSupport.parkNanos(this, left);
    }
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
    @Nullable Worker[] running = end();
    long startNanos = System.nanoTime();
    boolean ended = join(running, startNanos, Math.min(GRACE_NANOS, timeout.toNanos()));
    if (!ended && interrupts) {
      for (Worker worker : running) {
        if (worker != null) {
          worker.thread.interrupt();
        }
      }
    }
    join(running, startNanos, timeout.toNanos());
  }

  private synchronized @Nullable Worker[] end() {
    closed = true;
    first = null;
    last = null;
    for (Worker worker : workers) {
      if (worker != null) {
        LockSupport.unpark(worker.thread);
      }
    }
    return workers.clone();
  }

  /**
   * Returns whether all threads have ended before the timeout. An interrupted caller does not wait.
   */
  private static boolean join(@Nullable Worker[] workers, long startNanos, long nanos) {
    boolean ended = true;
    for (Worker worker : workers) {
      try {
        if (worker != null && worker.thread.isAlive()) {
          long leftNanos = nanos - (System.nanoTime() - startNanos);
          worker.thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNanos)));
          ended &= !worker.thread.isAlive();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return ended;
  }
}
