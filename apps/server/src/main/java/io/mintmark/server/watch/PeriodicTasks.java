package io.mintmark.server.watch;

import io.mintmark.service.LogThrottle;
import io.mintmark.time.ElapsedClock;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Does small things again and again, on one thread of its own. */
public final class PeriodicTasks implements AutoCloseable {

  private static final Logger LOG = System.getLogger(PeriodicTasks.class.getName());

  private final String name;
  private final long periodNanos;
  private final ScheduledExecutorService thread;

  /**
   * Makes one that has nothing to do yet.
   *
   * @param name what its thread is called, and it in messages
   * @param period the time between two times
   */
  public PeriodicTasks(String name, Duration period) {
    this.name = name;
    this.periodNanos = period.toNanos();
    this.thread =
        new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("mintmark-" + name, true));
  }

  /** Adds something to do; should it fail, that is logged, and it is done again. */
  public void add(Runnable task) {
    var unused = thread.scheduleWithFixedDelay(
        guarded(task), periodNanos, periodNanos, TimeUnit.NANOSECONDS);
  }

  /** Does something once, as soon as the thread has time for it; nothing after the close. */
  public void soon(Runnable task) {
    try {
      thread.execute(guarded(task));
    } catch (RejectedExecutionException e) {
      LOG.log(Logger.Level.DEBUG, name + " has ended", e);
    }
  }

  private Runnable guarded(Runnable task) {
    LogThrottle faults = new LogThrottle(ElapsedClock.system());
    return () -> {
      try {
        task.run();
      } catch (Throwable e) { // The top of a thread, which the next time needs too.
        faults
            .admit()
            .ifPresent(leftOut ->
                LOG.log(Logger.Level.ERROR, name + " failed; it is tried again later", e));
      }
    };
  }

  /** Does nothing any more; what is being done ends by itself. */
  @Override
  public void close() {
    thread.shutdown();
  }
}
