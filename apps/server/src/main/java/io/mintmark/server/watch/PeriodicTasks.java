package io.mintmark.server.watch;

import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.service.LogThrottle;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Repeats small tasks, on one thread of its own. */
public final class PeriodicTasks implements AutoCloseable {

  private static final Logger LOG = System.getLogger(PeriodicTasks.class.getName());

  private final String name;
  private final ScheduledExecutorService thread;

  /**
   * Makes an instance without tasks.
   *
   * @param name the name of its thread, and its name in messages
   */
  public PeriodicTasks(String name) {
    this.name = name;
    this.thread = new ScheduledThreadPoolExecutor(
        1,
        new DefaultThreadFactory("mintmark-" + name, true),
        new ThreadPoolExecutor.DiscardPolicy());
  }

  /**
   * Adds a task. If it fails, the failure is logged, and the task runs again.
   *
   * @param period the time before the first run, and between two runs
   */
  public void add(Duration period, Runnable task) {
    long nanos = period.toNanos();
    var unused = thread.scheduleWithFixedDelay(guarded(task), nanos, nanos, TimeUnit.NANOSECONDS);
  }

  /** Runs a task once, as soon as the thread is free; does nothing after the close. */
  public void soon(Runnable task) {
    thread.execute(guarded(task));
  }

  private Runnable guarded(Runnable task) {
    LogThrottle faults = new LogThrottle(ElapsedClock.system());
    return () -> {
      try {
        task.run();
      } catch (Throwable e) { // The top of a thread, which must survive for the next run.
        faults
            .admit()
            .ifPresent(leftOut ->
                LOG.log(Logger.Level.ERROR, name + " failed; it is tried again later", e));
      }
    };
  }

  /** Runs no further task. A running task ends by itself. */
  @Override
  public void close() {
    thread.shutdown();
  }
}
