package io.mintmark.simulation;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.MintmarkException;
import io.mintmark.moving.SimulatedCopy;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.engine.Write;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * A place from which the lines of a world's store are moved to another one, by the product's own
 * code, while processes make ids. What befalls processes befalls this one too; it is run again
 * until a copy has come to its end.
 */
final class Mover extends Host {

  private static final long AGAIN_NANOS = 200_000_000;

  private final World world;
  private final Scheduler scheduler;
  private boolean begun;
  private boolean done;

  Mover(World world, Scheduler scheduler, int number, SplittableRandom random) {
    super(world, scheduler, number, random);
    this.world = world;
    this.scheduler = scheduler;
  }

  /** Begins to move the lines. */
  void begin() {
    begun = true;
    start();
  }

  @Override
  void start() {
    if (begun && !done && !isUp()) {
      super.start();
    }
  }

  /** To move a line is to claim all of it. */
  @Override
  void claimed(Write write, long stood, OptionalLong next) {
    world.journal().claimed(scheduler.nowNanos(), number(), write, stood, next);
  }

  @Override
  void work(Node started) {
    scheduler.start(started, scheduler.nowNanos(), () -> move(started));
  }

  private void move(Node started) {
    ClaimStore from = started.connect(world.stores().source());
    ClaimStore to = started.connect(world.stores().target());
    while (!done) {
      try {
        world.moveProgress().begins();
        List<String> clashes = SimulatedCopy.of(from, to).run().clashes();
        if (!clashes.isEmpty()) {
          throw new Violation("names are in use in both stores: " + clashes);
        }
        done = true;
        world.moveProgress().ends();
      } catch (MintmarkException | OutOfMemoryError e) {
        refuseIfForGood(e);
        scheduler.await(started, scheduler.nowNanos() + AGAIN_NANOS);
      }
    }
    world.tell(number(), () -> "has moved all lines to the other store");
    crash();
  }

  /** While others move lines too, what is read of the two stores may not fit together. */
  private void refuseIfForGood(Throwable failure) {
    if (failure instanceof ConfigurationException && world.isCalm()) {
      throw new Violation("the lines could not be moved", failure);
    }
  }

  @Override
  boolean hasComeBack() {
    return done || !begun;
  }

  @Override
  void checkAlive() {
    if (!hasComeBack()) {
      throw new Violation("the lines were not moved though nothing happens any more");
    }
  }
}
