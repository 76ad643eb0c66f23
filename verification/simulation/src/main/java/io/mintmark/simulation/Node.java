package io.mintmark.simulation;

import io.mintmark.Mintmark;
import io.mintmark.store.Durability;
import io.mintmark.store.engine.EngineStore;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreContext;
import io.mintmark.store.engine.StoreEngine;
import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * One run of a simulated process, from its start to its end: the clocks, threads and network that
 * the product is given there. All that it waits for it waits for by these.
 */
final class Node implements Scheduler.Owner {

  private final Host host;
  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final long elapsedOrigin;
  /** What it may use, which is nothing more after a snapshot. */
  private OwnedRanges owned = new OwnedRanges();

  private final Mintmark mint;

  private final Duration claimTimeout;

  /** Waits of the store's callers, which a turn of a loop may end. */
  private final Set<Scheduler.Wait> pauses = new LinkedHashSet<>();

  private boolean gone;

  Node(Host host, Scheduler scheduler, Server server, WorldSettings settings, long seed) {
    this.host = host;
    this.scheduler = scheduler;
    this.random = new SplittableRandom(seed);
    // Elapsed time means nothing but its differences: it may pass the highest number any moment.
    this.elapsedOrigin = random.nextInt(2) == 0
        ? Long.MAX_VALUE - scheduler.nowNanos() - random.nextLong(settings.lengthNanos())
        : random.nextLong(settings.lengthNanos());
    StoreContext context =
        new StoreContext(new StoreTime(), this::loop, (name, threads, queued) -> {
          throw new UnsupportedOperationException(
              "no engine of the simulation has threads: " + name);
        });
    OpenSettings opening = new OpenSettings(
        "simulated", settings.storeTimeout(), settings.storeTimeout(), false, context);
    this.claimTimeout =
        settings.claimTimeout().dividedBy(settings.rolls() ? 1 + random.nextInt(3) : 1);
    this.mint = Mintmark.builder()
        .store(new Store(opening, new NodeEngine(this, scheduler, server)))
        .claimTimeout(claimTimeout)
        .clocks(new Wall(), new Elapsed())
        .background(background())
        .seed(random.nextLong())
        .open();
  }

  /** The real store of all adapters, over the simulated engine. */
  private static final class Store extends EngineStore {
    Store(OpenSettings settings, StoreEngine engine) {
      super(settings, engine, Durability.NOTHING_READ);
    }
  }

  Mintmark mint() {
    return mint;
  }

  /** The deadline of each call. */
  Duration claimTimeout() {
    return claimTimeout;
  }

  Host host() {
    return host;
  }

  OwnedRanges owned() {
    return owned;
  }

  /** What was claimed, or asked for, before a snapshot may be another copy's too. */
  void disownAll() {
    owned = new OwnedRanges();
  }

  @Override
  public long pausedUntilNanos() {
    return host.pausedUntilNanos();
  }

  @Override
  public boolean isGone() {
    return gone;
  }

  /** Ends this process at once, wherever its threads are. */
  void crash() {
    if (!gone) {
      gone = true;
      scheduler.unwind(this);
      host.crashed(this);
      scheduler.post(Scheduler.WORLD, scheduler.nowNanos(), this::forgetGenerators);
    }
  }

  /** Nothing of it runs any more; a snapshot need not suspend what has ended. */
  private void forgetGenerators() {
    mint.generators().forEach(mint::forget);
  }

  /** Ends this process by a fault of its own. */
  void crashIf(boolean crashes) {
    if (crashes) {
      crash();
      host.startAgainSoon();
    }
  }

  boolean canSend() {
    return !gone && !host.isCutOffThere();
  }

  boolean canReceive() {
    return !gone && !host.isCutOffBack();
  }

  long latencyNanos() {
    return host.latencyNanos(random);
  }

  ArmedFault nextCallFault(boolean writes) {
    return host.nextCallFault(writes);
  }

  /** Stands still in the middle of a task, with all else of this process. */
  void pauseIf(boolean pauses, long nanos) {
    if (pauses) {
      host.pause(nanos);
      scheduler.awaitPause(this);
    }
  }

  private Executor background() {
    return task -> {
      if (host.isOutOfThreads()) {
        throw new OutOfMemoryError(
            "unable to create native thread, as the simulation will have it");
      }
      scheduler.start(this, scheduler.nowNanos() + random.nextLong(50_000), task);
    };
  }

  private Runnable loop(String name, BooleanSupplier turn) {
    return new Loop(turn)::wake;
  }

  /** A loop of the store: a turn for each wake-up, one at a time. */
  private final class Loop {
    private final BooleanSupplier turn;
    private boolean woken;
    private boolean running;

    Loop(BooleanSupplier turn) {
      this.turn = turn;
    }

    void wake() {
      woken = true;
      begin();
    }

    private void begin() {
      if (woken && !running) {
        woken = false;
        running = true;
        scheduler.start(Node.this, scheduler.nowNanos() + random.nextLong(50_000), this::turn);
      }
    }

    private void turn() {
      boolean goesOn = turn.getAsBoolean();
      endPauses();
      running = !goesOn;
      begin();
    }
  }

  /** A turn may have unparked any of these threads; the others look again, which harms nothing. */
  private void endPauses() {
    List<Scheduler.Wait> all = new ArrayList<>(pauses);
    all.forEach(wait -> scheduler.end(wait, scheduler.nowNanos()));
  }

  /** The wall clock; between any two readings the process may stand still. */
  private final class Wall implements InstantSource {

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis());
    }

    @Override
    public long millis() {
      if (scheduler.isInTask()) {
        long nanos = host.nextClockPause();
        pauseIf(nanos > 0, nanos);
      }
      return host.clock().millis();
    }
  }

  private class Elapsed implements ElapsedClock {

    @Override
    public long nanos() {
      return scheduler.nowNanos() + elapsedOrigin;
    }

    @Override
    public void pause(long nanos) {
      scheduler.await(Node.this, scheduler.nowNanos() + nanos);
    }

    @Override
    public void callAfter(long nanos, Runnable task) {
      scheduler.post(Node.this, scheduler.nowNanos() + nanos, task);
    }
  }

  private final class StoreTime extends Elapsed {

    @Override
    public void pause(long nanos) {
      Scheduler.Wait wait = scheduler.begin(Node.this);
      scheduler.end(wait, scheduler.nowNanos() + nanos);
      pauses.add(wait);
      try {
        scheduler.await(wait);
      } finally {
        pauses.remove(wait);
      }
    }
  }
}
