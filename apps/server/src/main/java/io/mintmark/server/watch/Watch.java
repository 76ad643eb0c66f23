package io.mintmark.server.watch;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.lang.System.Logger;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Does small things once a second, on one thread of its own. */
public final class Watch implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Watch.class.getName());
  private static final long EVERY_SECONDS = 1;

  private final ScheduledExecutorService thread =
      new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("mintmark-watch", true));

  /** Makes one that has nothing to do yet. */
  public Watch() {}

  /** Adds something to do; should it fail, that is logged, and it is done again. */
  public void add(Runnable task) {
    Runnable guarded = () -> {
      try {
        task.run();
      } catch (Throwable e) { // The top of a thread, which the next second needs too.
        LOG.log(Logger.Level.ERROR, "what is done each second failed", e);
      }
    };
    var unused =
        thread.scheduleWithFixedDelay(guarded, EVERY_SECONDS, EVERY_SECONDS, TimeUnit.SECONDS);
  }

  /** Does nothing any more; what is being done ends by itself. */
  @Override
  public void close() {
    thread.shutdown();
  }
}
