package io.mintmark.simulation;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.SettingsDamagedException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.store.engine.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A run, from its start to its end, of many processes that make ids. They claim on the lines, which
 * are named counters, of one store. Everything that happens follows from the settings, which follow
 * from a seed.
 *
 * <p>Each process runs the product: generators, their claims, group commit, and all code in
 * between. It is given clocks, threads and an engine of this run ({@link Node}, {@link
 * NodeEngine}). {@link Scheduler} explains how code that blocks runs on one thread. Most callers
 * use {@code nextAsync} and never wait.
 *
 * <p>Faults happen at planned times ({@link PlannedFault}), so that a run can be repeated with
 * fewer faults. Then all faults end, and there are none for the rest of the time: every generator
 * must make ids again. Only ids that are made after all earlier claims have run out count as a
 * recovery. The run ends when all generators have recovered, or when its time is over.
 */
final class Run {

  /** Summer time ends in Sydney twenty seconds later. */
  static final Instant START = Instant.parse("2026-04-04T15:59:40Z");

  /** A timer may be late by one millisecond. */
  static final long GRACE_NANOS = 1_000_000;

  private static final int SLOW = 50;

  /** The prefixes of the names of lost lines, one for each kind of loss. */
  private static final List<String> LOST = List.of("", "spec/", "", "worker/", "");

  /** How often the run checks whether all generators have recovered. */
  private static final long LOOK_NANOS = 500_000_000;

  /** The time between calls after the last fault. It is longer with many processes. */
  private static final long CALM_GAP_NANOS = 300_000_000;

  private static final long CALM_GAP_OF_EACH_NANOS = 4_000_000;

  final RunSettings settings;
  private final RunSettings.Parts parts;
  final Seams seams;
  private final @Nullable Trace trace;
  private final Scheduler scheduler = new Scheduler();
  final Stores stores;
  private final List<Host> hosts = new ArrayList<>();
  final List<Subject> subjects;
  private final Map<Subject, Oracle> oracles = new LinkedHashMap<>();
  private final Map<String, Long> happened = new TreeMap<>();
  final Liveness liveness;

  private long digest;

  /** Whether the store has forgotten acknowledged writes. */
  boolean lost;

  /** Whether the store went back while processes ran. */
  boolean rewound;

  /** Whether the last fault is over. */
  boolean calm;

  /** Whether all claims from before the end of the last fault have run out too. */
  boolean settled;

  int slowness = 1;

  /**
   * Prepares a run.
   *
   * @param parts the parts of the settings that are not left out
   * @param trace receives the events, or null
   */
  Run(RunSettings settings, RunSettings.Parts parts, Seams seams, @Nullable Trace trace) {
    this.settings = settings;
    this.parts = parts;
    this.seams = seams;
    this.trace = trace;
    this.subjects = parts.subjects().stream().map(Subject::inNewRun).toList();
    this.stores = new Stores(newServer(), newServer(), settings.moves(), subjects);
    this.liveness = new Liveness(settings, parts.hosts().size(), hosts, subjects);
    subjects.forEach(each -> oracles.put(each, new Oracle(this, each)));
    SplittableRandom random = new SplittableRandom(~settings.seed());
    for (int i = 0; i < settings.hosts(); i++) {
      hosts.add(new Host(this, scheduler, i, random.split()));
    }
    for (int i = 0; i < (settings.moves() ? RunSettings.MOVERS : 0); i++) {
      hosts.add(new Mover(this, scheduler, settings.hosts() + i, random.split()));
    }
  }

  private Server newServer() {
    NodeClock engineClock = new NodeClock(scheduler, START.toEpochMilli());
    return new Server(engineClock, settings.hasClock(), settings.forgets());
  }

  /**
   * The outcome of a run.
   *
   * @param ids how many ids were made
   * @param faults how many faults of each kind happened
   * @param failures how many calls failed in each way
   * @param events how many events there were
   * @param digest a hash of all ids, their times and their processes: runs that differ in any of
   *     these almost always have different digests
   * @param violation the promise that was broken
   */
  record Result(
      long ids,
      Map<String, Long> faults,
      Map<String, Long> failures,
      long events,
      long digest,
      @Nullable Throwable violation) {}

  /** Runs it to its end. */
  Result run() {
    hosts.forEach(Host::start);
    for (PlannedFault fault : parts.faults()) {
      scheduler.post(Scheduler.RUN, fault.atNanos(), () -> happen(fault));
    }
    scheduler.post(Scheduler.RUN, settings.faultyNanos(), this::endFaults);
    scheduler.post(Scheduler.RUN, settings.settledNanos(), this::endIfAllCameBack);
    scheduler.runUntil(settings.lengthNanos());
    if (scheduler.failure() == null) {
      guard(liveness::check);
    }
    Throwable violation = scheduler.failure();
    hosts.forEach(Host::crash);
    scheduler.finish();
    scheduler.close();
    long ids = oracles.values().stream().mapToLong(oracle -> oracle.made).sum();
    Map<String, Long> failures = new TreeMap<>();
    oracles
        .values()
        .forEach(oracle ->
            oracle.failures.forEach((kind, count) -> failures.merge(kind, count, Long::sum)));
    return new Result(ids, happened, failures, scheduler.posted(), digest, violation);
  }

  private void happen(PlannedFault fault) {
    FaultKind kind = fault.kind();
    Host host = hosts.get(fault.host());
    Server server = stores.of(fault);
    if (kind == FaultKind.REWIND && hosts.stream().anyMatch(Host::hasStranger)) {
      // The restore would remove the fingerprint. The process with different settings would then be
      // accepted.
      return;
    }
    countIf(kind.alwaysCounts, kind);
    tell(kind.isOfStore() ? Trace.STORE : fault.host(), fault::toString);
    switch (kind) {
      case CRASH -> {
        countIf(host.isUp(), kind);
        restart(host, scheduler.nowNanos() + fault.nanos());
      }
      case CLOSE -> countIf(host.close(fault.nanos()), kind);
      case PAUSE -> {
        countIf(host.isUp(), kind);
        host.pause(fault.nanos());
      }
      case PAUSE_AT_CLOCK, NO_MEMORY, CALL -> host.armed.arm(fault);
      case CUT_THERE, CUT_BACK, OUT_OF_THREADS -> forAWhile(fault, by -> host.count(kind, by));
      case CLOCK_STEP -> host.clock.step(fault.nanos());
      case CLOCK_FREEZE -> {
        host.clock.freeze();
        later(fault, host.clock::thaw);
      }
      case CLOCK_DRIFT -> {
        host.clock.drift(fault.nanos() % 500_000);
        later(fault, host.clock::thaw);
      }
      case CLOCK_RIGHT -> countIf(host.clock.setRight(), kind);
      case BURST -> host.burst(fault.amount());
      case INTERRUPT -> countIf(host.interrupt(1 + fault.amount()), kind);
      case STORE_DOWN -> forAWhile(fault, by -> server.down = by > 0);
      case STORE_FULL -> forAWhile(fault, by -> server.full = by > 0);
      case STORE_SLOW -> forAWhile(fault, by -> slowness = by > 0 ? SLOW : 1);
      case STORE_CLOCK_STEP -> {
        countIf(settings.hasClock(), kind);
        server.stepClock(fault.nanos());
      }
      case STORE_FAILOVER -> {
        server.stepClock(fault.nanos());
        failOver(server, fault.amount(), kind);
      }
      case MOVE -> ((Mover) host).begin();
      case BACKUP -> stores.source.takeBackup();
      case RESTORE -> restore(scheduler.nowNanos() + fault.nanos());
      case REWIND -> {
        // Windows remain safe after a loss that the engine reports.
        rewound = !settings.forgets();
        lost = true;
        stores.source.restore();
      }
      case STORE_LOSS -> {
        lost = true;
        server.lose(LOST.get(fault.amount() % LOST.size()));
      }
      case SNAPSHOT -> snapshot();
    }
  }

  private void later(PlannedFault fault, Runnable event) {
    scheduler.post(Scheduler.RUN, scheduler.nowNanos() + Math.abs(fault.nanos()), event);
  }

  /** Begins a fault by adding 1 to the number of current faults, and ends it later by adding -1. */
  private void forAWhile(PlannedFault fault, IntConsumer change) {
    change.accept(1);
    later(fault, () -> change.accept(-1));
  }

  /** Ends the process of a host, and starts another process later. */
  void restart(Host host, long atNanos) {
    host.crash();
    scheduler.post(Scheduler.RUN, atNanos, host::start);
  }

  /**
   * Another server takes over. Its clock may be lower within the margin.
   *
   * @param last how many writes it lacks, if the engine can forget
   * @param fault the fault to count if it lacks some writes
   */
  void failOver(Server server, int last, Enum<?> fault) {
    int forgotten = settings.forgets() ? last : 0;
    lost |= forgotten > 0;
    happened.merge(forgotten > 0 ? fault.name() : "STORE_RESTART", 1L, Long::sum);
    tell(Trace.STORE, () -> "restarts without its last " + forgotten + " writes");
    server.failOver(forgotten);
  }

  /** Takes a snapshot, unless a process is stopped: it cannot take part, and may hold a lock. */
  private void snapshot() {
    if (hosts.stream().noneMatch(host -> host.pausedUntilNanos > scheduler.nowNanos())) {
      count(FaultKind.SNAPSHOT);
      seams.snapshot(() -> hosts.forEach(Host::snapshotTaken));
    }
  }

  private void restore(long until) {
    hosts.forEach(Host::crash);
    stores.source.restore();
    stores.source.raiseAll();
    hosts.forEach(host -> restart(host, until));
  }

  /** Ends all faults, and starts the processes that have found the store rewound, or have ended. */
  private void endFaults() {
    tell(Trace.STORE, () -> "the last fault is over");
    calm = true;
    slowness = 1;
    for (Server server : stores.all()) {
      server.down = false;
      server.full = false;
      server.setClockRight();
    }
    for (Host host : hosts) {
      host.armed.disarm();
      boolean unused = host.clock.setRight();
      if (host.isRewound()) {
        host.crash();
      }
      host.start();
    }
  }

  private void endIfAllCameBack() {
    settled = true;
    if (liveness.haveAllComeBack()) {
      scheduler.stop();
    } else {
      scheduler.post(Scheduler.RUN, scheduler.nowNanos() + LOOK_NANOS, this::endIfAllCameBack);
    }
  }

  /** Fails the run if a check fails. */
  void guard(Runnable check) {
    try {
      check.run();
    } catch (RuntimeException e) {
      scheduler.fail(e);
    }
  }

  /**
   * Checks a write that the store executed or refused. A call that is refused at the end of a line
   * must have claimed nothing. A mover claims whole lines and is not checked.
   */
  void wrote(Host host, Write write, OptionalLong next) {
    if (trace != null) {
      trace.wrote(scheduler.nowNanos(), host.number, write, next);
    }
    if (next.isPresent() && !(host instanceof Mover)) {
      for (Subject subject : subjects) {
        if (subject.claimsWithinEnd
            && next.getAsLong() > subject.end
            && write.line().equals(subject.lineOf(0))) {
          throw new Violation("a claim reaches past the end of its line: line=" + write.line()
              + ", next=" + next.getAsLong() + ", end=" + subject.end);
        }
      }
    }
  }

  static boolean isRefusalOfSettings(@Nullable Throwable failure) {
    return failure instanceof SettingsMismatchException
        || failure instanceof SettingsDamagedException;
  }

  /** Throws a violation if opening a generator failed in a way that this run does not allow. */
  void check(Subject subject, Throwable failure) {
    if (subject.scope != Subject.Scope.STORE
        || failure instanceof ConfigurationException
        || (isRefusalOfSettings(failure) && !settings.mixes())) {
      throw new Violation("a generator could not be opened", failure);
    }
  }

  /** Records that an id was made. */
  void made(Host host, Subject subject, long id) {
    if (trace != null) {
      trace.made(scheduler.nowNanos(), host.number, subject, id);
    }
    digest = ((digest * 31 + scheduler.nowNanos()) * 31 + host.number) * 31 + id;
  }

  void tell(int host, Supplier<String> text) {
    if (trace != null) {
      trace.add(scheduler.nowNanos(), host, text);
    }
  }

  /** The latest time that any process's clock has shown. */
  long highestMs() {
    return hosts.stream().mapToLong(host -> host.clock.highestMs()).max().orElse(Long.MIN_VALUE);
  }

  /** Counts a fault that has an effect. */
  void count(Enum<?> fault) {
    happened.merge(fault.name(), 1L, Long::sum);
  }

  private void countIf(boolean hasEffect, FaultKind fault) {
    if (hasEffect) {
      count(fault);
    }
  }

  /** Whether a process is part of the run. */
  boolean starts(int host) {
    return host >= settings.hosts() || parts.hosts().contains(host);
  }

  long nowNanos() {
    return scheduler.nowNanos();
  }

  Oracle oracle(Subject subject) {
    return Objects.requireNonNull(oracles.get(subject));
  }

  long callGapNanos() {
    return calm
        ? Math.max(CALM_GAP_NANOS, settings.hosts() * CALM_GAP_OF_EACH_NANOS)
        : settings.callGapNanos();
  }
}
