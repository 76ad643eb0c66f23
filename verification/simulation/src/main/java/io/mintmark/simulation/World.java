package io.mintmark.simulation;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.SpecMismatchException;
import io.mintmark.error.SpecSpoiltException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A world of processes that make ids from one store, from its beginning to its end. Everything that
 * happens follows from the settings, which follow from a seed.
 *
 * <p>What runs in each process is the product: generators, their claims, group commit, and all that
 * lies between. It is given clocks, threads and an engine of this world ({@link Node}, {@link
 * NodeEngine}); how code that blocks gets along on one thread is told in {@link Scheduler}. Users
 * call by {@code nextAsync} and never wait.
 *
 * <p>Faults happen at times planned beforehand ({@link PlannedFault}), so that a run can be
 * repeated with fewer of them. Then all is made well, and for the rest of the time nothing happens:
 * every generator has to come back. What was claimed before runs out first; ids count only after
 * that. The world ends when all have come back, or when its time is over.
 */
final class World {

  /** Twenty seconds later summer time ends in Sydney. */
  static final Instant START = Instant.parse("2026-04-04T15:59:40Z");

  /** A timer may be late by a tick of a millisecond. */
  static final long GRACE_NANOS = 1_000_000;

  private static final int SLOW = 50;

  /** How often it is looked whether all have come back. */
  private static final long LOOK_NANOS = 500_000_000;

  /** While all is well calls come so slowly; in a crowd even more so. */
  private static final long CALM_GAP_NANOS = 300_000_000;

  private static final long CALM_GAP_OF_EACH_NANOS = 4_000_000;

  private final WorldSettings settings;
  private final Journal journal;
  private final Scheduler scheduler = new Scheduler();
  private final Stores stores;
  private final List<Host> hosts = new ArrayList<>();
  private final List<Subject> subjects;
  private final Map<Subject, SubjectOracle> oracles = new LinkedHashMap<>();
  private final Map<String, Long> happened = new TreeMap<>();
  private final Liveness liveness;
  private final MoveProgress moveProgress;

  private long digest;
  private boolean lost;
  private boolean rewound;
  private boolean calm;
  private boolean settled;
  private int slowness = 1;

  World(WorldSettings settings) {
    this(settings, Journal.NONE);
  }

  World(WorldSettings settings, Journal journal) {
    this.settings = settings;
    this.journal = journal;
    this.stores = new Stores(newServer(), newServer(), settings.moves());
    this.subjects = settings.subjects().stream().map(Subject::inNewWorld).toList();
    this.liveness = new Liveness(settings, hosts, subjects);
    this.moveProgress = new MoveProgress(stores, subjects);
    subjects.forEach(each -> oracles.put(each, new SubjectOracle(this, each)));
    SplittableRandom random = new SplittableRandom(~settings.seed());
    for (int i = 0; i < settings.hosts(); i++) {
      hosts.add(new Host(this, scheduler, i, random.split()));
    }
    for (int i = 0; i < (settings.moves() ? WorldSettings.MOVERS : 0); i++) {
      hosts.add(new Mover(this, scheduler, settings.hosts() + i, random.split()));
    }
  }

  private Server newServer() {
    NodeClock engineClock = new NodeClock(scheduler, START.toEpochMilli());
    return new Server(engineClock, settings.hasClock(), settings.forgets());
  }

  /**
   * What a world has shown.
   *
   * @param ids how many ids were made
   * @param faults how many of each kind happened
   * @param failures how many calls failed in each way
   * @param events how many events there were
   * @param digest a number made of all ids, their times and their processes: worlds that differ in
   *     one of them nearly always differ in this
   * @param violation what was seen that may not be
   */
  record Result(
      long ids,
      Map<String, Long> faults,
      Map<String, Long> failures,
      long events,
      long digest,
      @Nullable Throwable violation) {}

  /** Lets the world run from its beginning to its end. */
  Result run() {
    hosts.forEach(Host::start);
    for (PlannedFault fault : settings.faults()) {
      scheduler.post(Scheduler.WORLD, fault.atNanos(), () -> happen(fault));
    }
    scheduler.post(Scheduler.WORLD, settings.faultyNanos(), this::makeWell);
    scheduler.post(Scheduler.WORLD, settings.settledNanos(), this::endIfAllCameBack);
    scheduler.runUntil(settings.lengthNanos());
    if (scheduler.failure() == null) {
      guard(liveness::check);
    }
    Throwable violation = scheduler.failure();
    end();
    long ids = oracles.values().stream().mapToLong(SubjectOracle::made).sum();
    Map<String, Long> failures = new TreeMap<>();
    oracles
        .values()
        .forEach(oracle ->
            oracle.failures().forEach((kind, count) -> failures.merge(kind, count, Long::sum)));
    return new Result(ids, happened, failures, scheduler.posted(), digest, violation);
  }

  private void end() {
    hosts.forEach(Host::crash);
    scheduler.finish();
    scheduler.close();
  }

  private void happen(PlannedFault fault) {
    Host host = hosts.get(fault.host());
    Server server = stores.of(fault);
    long until = scheduler.nowNanos() + fault.nanos();
    if (fault.kind() == FaultKind.REWIND && hosts.stream().anyMatch(Host::hasStranger)) {
      // A process with other settings would find those of before lost, and be let in.
      return;
    }
    countIf(fault.kind().alwaysCounts(), fault.kind());
    if (fault.kind().strikesAtOnce()) {
      tell(fault.kind().isOfStore() ? Journal.STORE : fault.host(), fault::sentence);
    }
    switch (fault.kind()) {
      case CRASH -> {
        countIf(host.isUp(), fault.kind());
        restart(host, until);
      }
      case CLOSE -> countIf(host.close(fault.nanos()), fault.kind());
      case PAUSE -> {
        countIf(host.isUp(), fault.kind());
        host.pause(fault.nanos());
      }
      case PAUSE_AT_CLOCK -> host.armed().armClockPause(fault.nanos());
      case NO_MEMORY -> host.armed().armNoMemory();
      case CUT_THERE -> forAWhile(until, by -> host.cut(true, by));
      case CUT_BACK -> forAWhile(until, by -> host.cut(false, by));
      case CLOCK_STEP -> host.stepClock(fault.nanos());
      case CLOCK_FREEZE -> {
        host.clock().freeze();
        scheduler.post(Scheduler.WORLD, until, host.clock()::thaw);
      }
      case CLOCK_DRIFT -> {
        host.clock().drift(fault.nanos() % 500_000);
        scheduler.post(
            Scheduler.WORLD, scheduler.nowNanos() + Math.abs(fault.nanos()), host.clock()::thaw);
      }
      case CLOCK_RIGHT -> countIf(host.setClockRight(), fault.kind());
      case OUT_OF_THREADS -> forAWhile(until, host::lackThreads);
      case CALL -> host.armed().arm(new ArmedFault(fault.call(), fault.nanos(), fault.amount()));
      case BURST -> host.burst(fault.amount());
      case INTERRUPT -> countIf(host.interrupt(1 + fault.amount()), fault.kind());
      case STORE_DOWN -> {
        server.setDown(true);
        scheduler.post(Scheduler.WORLD, until, () -> server.setDown(false));
      }
      case STORE_FULL -> {
        server.setFull(true);
        scheduler.post(Scheduler.WORLD, until, () -> server.setFull(false));
      }
      case STORE_SLOW -> {
        slowness = SLOW;
        scheduler.post(Scheduler.WORLD, until, () -> slowness = 1);
      }
      case STORE_CLOCK_STEP -> {
        countIf(settings.hasClock(), fault.kind());
        server.stepClock(fault.nanos());
      }
      case STORE_FAILOVER -> {
        server.stepClock(fault.nanos());
        failOver(server, fault.amount(), fault.kind());
      }
      case MOVE -> ((Mover) host).begin();
      case BACKUP -> stores.source().takeBackup();
      case RESTORE -> restore(until);
      case REWIND -> rewind();
      case SNAPSHOT -> snapshot();
    }
  }

  /** What lasts begins by 1 and ends by -1. */
  private void forAWhile(long until, IntConsumer change) {
    change.accept(1);
    scheduler.post(Scheduler.WORLD, until, () -> change.accept(-1));
  }

  /** Ends the process of a host, and starts another later. */
  void restart(Host host, long atNanos) {
    host.crash();
    scheduler.post(Scheduler.WORLD, atNanos, () -> startAgain(host));
  }

  private static void startAgain(Host host) {
    if (!host.isUp()) {
      host.start();
    }
  }

  /**
   * Another server takes over, whose clock may be lower within the margin.
   *
   * @param last how many writes it lacks, of an engine that can forget
   * @param fault counts as this if it lacks some
   */
  void failOver(Server server, int last, Enum<?> fault) {
    int forgotten = settings.forgets() ? last : 0;
    lost |= forgotten > 0;
    count(forgotten > 0 ? fault.name() : "STORE_RESTART");
    tell(
        Journal.STORE,
        () -> forgotten > 0
            ? "comes up anew, without its last " + forgotten + " writes"
            : "comes up anew, with all that it had");
    server.failOver(forgotten);
  }

  /** A process that stands still takes part in nothing, and may hold a monitor. */
  private void snapshot() {
    if (hosts.stream().noneMatch(host -> host.pausedUntilNanos() > scheduler.nowNanos())) {
      count(FaultKind.SNAPSHOT.name());
      Mintmark.beforeSnapshot();
      hosts.forEach(Host::snapshotTaken);
      Mintmark.afterRestore();
    }
  }

  private void rewind() {
    rewound = true;
    lost = true;
    stores.source().restore();
  }

  private void restore(long until) {
    hosts.forEach(Host::crash);
    stores.source().restore();
    stores.source().raiseAll();
    hosts.forEach(host -> restart(host, until));
  }

  /** Ends all that is wrong, and starts what has found the store rewound, or has ended. */
  private void makeWell() {
    tell(Journal.STORE, () -> "from here on nothing happens: clocks are right, nothing is cut off");
    calm = true;
    slowness = 1;
    for (Server server : stores.all()) {
      server.setDown(false);
      server.setFull(false);
      server.setClockRight();
    }
    for (Host host : hosts) {
      host.armed().disarm();
      host.setClockRight();
      if (host.isRewound()) {
        host.crash();
      }
      startAgain(host);
    }
  }

  private void endIfAllCameBack() {
    settled = true;
    if (liveness.haveAllComeBack()) {
      scheduler.stop();
    } else {
      scheduler.post(Scheduler.WORLD, scheduler.nowNanos() + LOOK_NANOS, this::endIfAllCameBack);
    }
  }

  /** Fails the run if something is seen that may not be. */
  void guard(Runnable check) {
    try {
      check.run();
    } catch (RuntimeException e) {
      scheduler.fail(e);
    }
  }

  /** A call that is refused at the end of a line has claimed nothing. */
  void checkEnd(String line, long next) {
    for (Subject subject : subjects) {
      if (subject.claimsWithinEnd() && next > subject.end() && line.equals(subject.lineOf(0))) {
        throw new Violation("a claim reaches past the end of its line: line=" + line + ", next="
            + next + ", end=" + subject.end());
      }
    }
  }

  /** Refuses what opening a generator may not be told here. */
  void check(Subject subject, Throwable failure) {
    if (subject.scope() != Subject.Scope.STORE
        || failure instanceof ConfigurationException
        || failure instanceof SpecMismatchException
        || failure instanceof SpecSpoiltException) {
      throw new Violation("a generator could not be opened", failure);
    }
  }

  Journal journal() {
    return journal;
  }

  /** Notes that an id was made. */
  void made(Host host, Subject subject, long id) {
    journal.made(scheduler.nowNanos(), host.number(), subject, id);
    digest = ((digest * 31 + scheduler.nowNanos()) * 31 + host.number()) * 31 + id;
  }

  /** The latest time that a process's clock has shown. */
  long highestMs() {
    long latestMs = Long.MIN_VALUE;
    for (Host host : hosts) {
      latestMs = Math.max(latestMs, host.clock().highestMs());
    }
    return latestMs;
  }

  void tell(int host, Supplier<String> text) {
    journal.tell(scheduler.nowNanos(), host, text);
  }

  /** Counts a fault that has an effect. */
  void count(String fault) {
    happened.merge(fault, 1L, Long::sum);
  }

  private void countIf(boolean hasEffect, FaultKind fault) {
    if (hasEffect) {
      count(fault.name());
    }
  }

  WorldSettings settings() {
    return settings;
  }

  long nowNanos() {
    return scheduler.nowNanos();
  }

  List<Subject> subjects() {
    return subjects;
  }

  Stores stores() {
    return stores;
  }

  MoveProgress moveProgress() {
    return moveProgress;
  }

  SubjectOracle oracle(Subject subject) {
    SubjectOracle oracle = oracles.get(subject);
    if (oracle == null) {
      throw new IllegalArgumentException("no such generator: " + subject);
    }
    return oracle;
  }

  Liveness liveness() {
    return liveness;
  }

  /** Whether the store has forgotten what it had acknowledged. */
  boolean hasLost() {
    return lost;
  }

  /** Whether the store went back under processes that it keeps its word to. */
  boolean hasGoneBack() {
    return rewound;
  }

  /** Whether all is well. */
  boolean isCalm() {
    return calm;
  }

  /** Whether all is well, and what was claimed before has run out. */
  boolean isSettled() {
    return settled;
  }

  int slowness() {
    return slowness;
  }

  long callGapNanos() {
    return calm
        ? Math.max(CALM_GAP_NANOS, settings.hosts() * CALM_GAP_OF_EACH_NANOS)
        : settings.callGapNanos();
  }
}
