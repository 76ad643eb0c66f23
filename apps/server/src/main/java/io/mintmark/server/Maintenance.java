package io.mintmark.server;

import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.server.watch.PeriodicTasks;
import io.mintmark.service.IdService;
import java.time.Duration;

/**
 * Does a server's regular work: measures the rates of the generators, closes idle auto-created
 * generators, checks whether the store accepts claims, and saves the ends of the server's claims.
 * The work has its own thread, because the store may be slow.
 */
final class Maintenance implements AutoCloseable {

  /**
   * A store that accepts no claims is detected within this time plus the time of the failing claim.
   */
  private static final Duration LONGEST_PERIOD = Duration.ofSeconds(5);

  private static final int LOOKS_UNTIL_IDLE = 2;

  private final PeriodicTasks watch = new PeriodicTasks("upkeep");

  Maintenance(IdService service, Duration idleAfter, Runnable remember) {
    ElapsedClock elapsed = ElapsedClock.system();
    Duration often = idleAfter.dividedBy(LOOKS_UNTIL_IDLE);
    Duration period = often.compareTo(LONGEST_PERIOD) < 0 ? often : LONGEST_PERIOD;
    watch.soon(service::checkStore);
    watch.add(period, () -> {
      service.sweep(elapsed.nanos(), idleAfter);
      service.checkStore();
    });
    watch.add(period, remember);
  }

  /** Work in progress finishes in the background. */
  @Override
  public void close() {
    watch.close();
  }
}
