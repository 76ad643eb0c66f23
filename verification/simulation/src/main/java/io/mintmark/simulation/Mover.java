package io.mintmark.simulation;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.store.LineStore;
import io.mintmark.moving.SimulatedCopy;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A host that moves the lines of a run's store to another store with the product's own code, while
 * processes make ids. It has the same faults as processes. It starts again after each failure,
 * until a copy has ended.
 */
final class Mover extends Host {

  private static final long AGAIN_NANOS = 200_000_000;

  private final Scheduler scheduler;
  private boolean begun;
  private boolean done;

  Mover(Run run, Scheduler scheduler, int number, SplittableRandom random) {
    super(run, scheduler, number, random);
    this.scheduler = scheduler;
  }

  /** Begins to move the lines. */
  void begin() {
    begun = true;
    start();
  }

  @Override
  void start() {
    if (begun && !done) {
      super.start();
    }
  }

  @Override
  void work(Node started) {
    scheduler.start(started, scheduler.nowNanos(), () -> move(started));
  }

  private void move(Node started) {
    Stores stores = run.stores;
    LineStore from = started.connect(stores.source);
    LineStore to = started.connect(stores.target);
    while (!done) {
      try {
        stores.copyBegins();
        List<String> clashes = SimulatedCopy.of(from, to).run().clashes();
        if (!clashes.isEmpty()) {
          throw new Violation("names are in use in both stores: " + clashes);
        }
        done = true;
        stores.moved = true;
      } catch (MintmarkException | OutOfMemoryError e) {
        // While another mover runs too, the positions read in the two stores may contradict each
        // other.
        if (e instanceof ConfigurationException && run.calm) {
          throw new Violation("the lines could not be moved", e);
        }
        scheduler.await(started, scheduler.nowNanos() + AGAIN_NANOS);
      }
    }
    run.tell(number, () -> "has moved all lines to the other store");
    crash();
  }

  @Override
  boolean hasComeBack() {
    return done || !begun;
  }

  @Override
  void checkAlive() {
    if (!hasComeBack()) {
      throw new Violation("the lines were not moved after the last fault");
    }
  }
}
