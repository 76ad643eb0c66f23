package io.mintmark.simulation;

import io.mintmark.Mintmark;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.line.ClockListener;
import io.mintmark.internal.line.ParkingClock;
import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.LineStore;
import io.mintmark.service.ServiceClocks;
import io.mintmark.store.engine.EngineStore;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreContext;
import io.mintmark.store.engine.StoreEngine;
import io.mintmark.uuid.EndedProcess;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * One simulated process, from its start to its end. It provides the clocks, threads and network
 * that the product uses there. The product waits only through these.
 */
final class Node implements Scheduler.Owner {

  /**
   * The most calls to the store before a generator's first id: it reads the settings, the engine's
   * life and the worker numbers, and makes its first claims.
   */
  private static final int CALLS_AN_OPENING = 8;

  /**
   * The interval between two turns of {@code CoarseClock}, the thread that calls busy generators.
   */
  private static final long TURN_NANOS = 500_000;

  final Host host;
  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final long elapsedOrigin;

  /** The ranges that it may use; none after a snapshot. */
  OwnedRanges owned = new OwnedRanges();

  /** How often its clock had gone back before it began. */
  final int timesBackBefore;

  private final LineStore store;

  final Mintmark mint;

  final Server server;

  private final OpenSettings opening;

  final InstantSource wall = new Wall();

  final Duration claimTimeout;

  private final Duration storeTimeout;

  /** The ids of all its generators of a kind. */
  private final Map<Subject, IdSet> made = new HashMap<>();

  /** Waits of the store's callers, which a turn of a loop may end. */
  private final Set<Scheduler.Wait> pauses = new LinkedHashSet<>();

  /** Waits of callers for a claim, or for other calls. */
  private final Set<Scheduler.Wait> parks = new LinkedHashSet<>();

  /** How many generators are being opened with settings that must be refused. */
  int strangers;

  /** Whether it has begun to close its Mintmark. Calls may then be refused. */
  boolean closing;

  /** Whether its Mintmark is closed. No more ids are made then. */
  boolean closed;

  private boolean gone;

  Node(Host host, Scheduler scheduler, Server server, RunSettings settings, long seed) {
    this.host = host;
    this.scheduler = scheduler;
    this.server = server;
    this.random = new SplittableRandom(seed);
    this.timesBackBefore = host.clock.timesBack();
    // Only differences of elapsed time have a meaning, so elapsed time may overflow at any moment.
    this.elapsedOrigin = random.nextInt(2) == 0
        ? Long.MAX_VALUE - scheduler.nowNanos() - random.nextLong(settings.lengthNanos())
        : random.nextLong(settings.lengthNanos());
    StoreContext context =
        new StoreContext(new StoreTime(), this::loop, (name, threads, queued) -> {
          throw new UnsupportedOperationException(
              "no engine of the simulation has threads: " + name);
        });
    this.opening = new OpenSettings(
        "simulated", settings.storeTimeout(), settings.storeTimeout(), false, context);
    this.storeTimeout = settings.storeTimeout();
    this.claimTimeout =
        settings.claimTimeout().dividedBy(settings.rolls() ? 1 + random.nextInt(3) : 1);
    this.store = host.run.seams.store(connect(server), this);
    this.mint = Surroundings.SYSTEM
        .clocks(wall, new Elapsed())
        .background(background())
        .seed(random.nextLong())
        .of(Mintmark.builder())
        .store(store)
        .claimTimeout(claimTimeout)
        .oneShot(settings.oneShots() && seed < 0)
        .open();
  }

  /** The store that all adapters of the product use, over the simulated engine. */
  private static final class Store extends EngineStore {
    Store(OpenSettings settings, StoreEngine engine) {
      super(settings, engine, Durability.NOTHING_READ);
    }
  }

  /** Opens a store of its own on an engine. */
  LineStore connect(Server engine) {
    return new Store(opening, new NodeEngine(this, scheduler, engine));
  }

  /** The clocks for a server's service. */
  ServiceClocks clocks() {
    return new ServiceClocks(wall, new Elapsed());
  }

  /** How long a generator may take to open, or to get a worker number. */
  Duration opening() {
    return storeTimeout.multipliedBy(CALLS_AN_OPENING).plus(claimTimeout);
  }

  /** Returns the ids of all its generators of a kind. */
  IdSet made(Subject subject) {
    return made.computeIfAbsent(subject, each -> new IdSet());
  }

  /**
   * Drops all owned ranges: a range that was claimed or requested before a snapshot may belong to
   * another copy too.
   */
  void disownAll() {
    owned = new OwnedRanges();
  }

  @Override
  public long pausedUntilNanos() {
    return host.pausedUntilNanos;
  }

  @Override
  public boolean isGone() {
    return gone;
  }

  /** Closes its Mintmark, and then the store, as a process does that ends properly. */
  void close() {
    closing = true;
    mint.close();
    closed = true;
    try {
      store.close();
    } catch (StoreUnavailableException e) {
      // A commit is in progress: the store continues to close.
    }
  }

  /** Ends this process at once, wherever its threads are. */
  void crash() {
    if (!gone) {
      gone = true;
      scheduler.unwind(this);
      host.crashed(this);
      scheduler.post(Scheduler.RUN, scheduler.nowNanos(), this::forgetGenerators);
    }
  }

  /** Forgets its generators: a snapshot need not suspend generators that no longer run. */
  private void forgetGenerators() {
    mint.generators().forEach(mint::forget);
    EndedProcess.forget(wall);
  }

  /** Ends this process because of an armed fault. */
  void crashIf(boolean crashes) {
    if (crashes) {
      crash();
      host.startAgainSoon();
    }
  }

  boolean canSend() {
    return !gone && !host.has(FaultKind.CUT_THERE);
  }

  boolean canReceive() {
    return !gone && !host.has(FaultKind.CUT_BACK);
  }

  long latencyNanos() {
    return host.latencyNanos(random);
  }

  PlannedFault nextCallFault(boolean writes) {
    return host.armed.nextCallFault(writes);
  }

  /** Stops in the middle of a task, with all other threads of this process. */
  void pauseIf(boolean pauses, long nanos) {
    if (pauses) {
      host.pause(nanos);
      scheduler.awaitPause(this);
    }
  }

  /** Returns threads for tasks that wait for the store. */
  Executor background() {
    return task -> {
      if (host.has(FaultKind.OUT_OF_THREADS)) {
        throw new OutOfMemoryError("unable to create native thread, simulated");
      }
      scheduler.start(this, scheduler.nowNanos() + random.nextLong(50_000), () -> {
        task.run();
        endParks();
      });
    };
  }

  private Runnable loop(String name, BooleanSupplier turn) {
    return new Loop(turn)::wake;
  }

  /** A loop of the store: one turn for each wake-up, one at a time. */
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

  /**
   * Ends all pauses: a turn may have unparked any of these threads. The others check again, which
   * does no harm.
   */
  private void endPauses() {
    end(pauses);
  }

  /**
   * Ends all parks, because a claim or a call may have unparked those threads. Sometimes the
   * wake-up is lost.
   */
  void endParks() {
    if (!parks.isEmpty() && random.nextInt(4) > 0) {
      end(parks);
    }
  }

  private void end(Set<Scheduler.Wait> waits) {
    List<Scheduler.Wait> all = new ArrayList<>(waits);
    all.forEach(wait -> scheduler.end(wait, scheduler.nowNanos()));
  }

  private void awaitAmong(Set<Scheduler.Wait> waits, long nanos) {
    Scheduler.Wait wait = scheduler.beginPark(this);
    scheduler.end(wait, scheduler.nowNanos() + nanos);
    waits.add(wait);
    try {
      scheduler.await(wait);
    } finally {
      waits.remove(wait);
    }
  }

  /** The wall clock. The process may stop between any two readings. */
  private final class Wall implements InstantSource {

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis());
    }

    @Override
    public long millis() {
      if (scheduler.isInTask()) {
        long nanos = host.armed.nextClockPause();
        pauseIf(nanos > 0, nanos);
        host.armed.needMemory();
      }
      return host.clock.millis();
    }
  }

  private class Elapsed implements ParkingClock {

    @Override
    public long nanos() {
      return scheduler.nowNanos() + elapsedOrigin;
    }

    @Override
    public void pause(long nanos) {
      Scheduler.Wait wait = scheduler.beginPark(Node.this);
      scheduler.end(wait, scheduler.nowNanos() + nanos);
      scheduler.await(wait);
    }

    @Override
    public void park(Object blocker, long nanos) {
      awaitAmong(parks, nanos);
    }

    @Override
    public void callAfter(long nanos, Runnable task) {
      host.armed.needMemory();
      callLater(nanos, task);
    }

    private void callLater(long nanos, Runnable task) {
      scheduler.post(Node.this, scheduler.nowNanos() + nanos, task);
    }

    @Override
    public boolean add(ClockListener listener) {
      callLater(TURN_NANOS, () -> turn(listener));
      return true;
    }

    private void turn(ClockListener listener) {
      if (listener.clockTurned()) {
        boolean unused = add(listener);
      }
    }
  }

  private final class StoreTime extends Elapsed {

    @Override
    public void pause(long nanos) {
      awaitAmong(pauses, nanos);
    }
  }
}
