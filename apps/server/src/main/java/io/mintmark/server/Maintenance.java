package io.mintmark.server;

import io.mintmark.server.watch.PeriodicTasks;
import io.mintmark.service.IdService;
import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Does a server's regular work: it measures its names, forgets those that nobody asks for, finds
 * out whether the store takes claims, and writes down how far it has got there. Has a thread of its
 * own, as the store may take its time.
 */
final class Maintenance implements AutoCloseable {

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
    watch.add(remember);
  }

  /** Lets what is under way end by itself. */
  @Override
  public void close() {
    watch.close();
  }
}
