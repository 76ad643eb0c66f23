package io.mintmark.server;

import io.mintmark.line.ElapsedClock;
import io.mintmark.server.service.IdService;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * What a server does by itself, from time to time: it looks at its names, forgets those that nobody
 * asks for, and asks the store whether it answers.
 */
final class Upkeep implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Upkeep.class.getName());

  private static final Duration LONGEST_PERIOD = Duration.ofSeconds(10);
  private static final int LOOKS_UNTIL_IDLE = 2;

  private final ScheduledThreadPoolExecutor thread =
      new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("mintmark-upkeep", true));

  Upkeep(IdService service, Duration idleAfter) {
    ElapsedClock elapsed = ElapsedClock.system();
    long period =
        Math.min(LONGEST_PERIOD.toNanos(), idleAfter.dividedBy(LOOKS_UNTIL_IDLE).toNanos());
    ScheduledFuture<?> unused = thread.scheduleWithFixedDelay(
        () -> look(service, elapsed.nanos(), idleAfter), period, period, TimeUnit.NANOSECONDS);
  }

  private static void look(IdService service, long nowNanos, Duration idleAfter) {
    try {
      service.look(nowNanos, idleAfter);
      service.checkStore();
    } catch (RuntimeException e) { // What is thrown here would end all further looks.
      LOG.log(Logger.Level.ERROR, "names were not looked after; it is tried again later", e);
    }
  }

  /** Lets what is under way end by itself. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
