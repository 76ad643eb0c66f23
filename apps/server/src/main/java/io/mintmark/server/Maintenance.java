package io.mintmark.server;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.server.watch.PeriodicTasks;
import io.mintmark.service.IdService;
import io.mintmark.time.ElapsedClock;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Does a server's regular work: it measures its names, forgets those that nobody asks for, finds
 * out whether the store takes claims and keeps new generators, and writes down how far it has got
 * there. Has a thread of its own, as the store may take its time.
 */
final class Maintenance implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Maintenance.class.getName());

  /** A store that takes no claims is found by then, and the time of the claim that fails. */
  private static final Duration LONGEST_PERIOD = Duration.ofSeconds(5);

  private static final int LOOKS_UNTIL_IDLE = 2;

  private final PeriodicTasks watch;

  Maintenance(IdService service, Supplier<Duration> idleAfter, Runnable remember) {
    ElapsedClock elapsed = ElapsedClock.system();
    Duration often = idleAfter.get().dividedBy(LOOKS_UNTIL_IDLE);
    watch =
        new PeriodicTasks("upkeep", often.compareTo(LONGEST_PERIOD) < 0 ? often : LONGEST_PERIOD);
    watch.soon(service::checkStore);
    watch.add(() -> {
      service.sweep(elapsed.nanos(), idleAfter.get());
      service.checkStore();
    });
    watch.add(() -> {
      if (!service.isStoreDown()) {
        refresh(service);
      }
    });
    watch.add(remember);
  }

  /** A store that does not answer is the business of its health. */
  private static void refresh(IdService service) {
    try {
      service.refreshStored();
    } catch (StoreUnavailableException e) {
      LOG.log(Logger.Level.DEBUG, "the store's generators could not be read; tried again", e);
    }
  }

  /** Lets what is under way end by itself. */
  @Override
  public void close() {
    watch.close();
  }
}
