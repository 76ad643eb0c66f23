package io.mintmark.simulation;

import io.mintmark.error.LineMovedException;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.SettingsDamagedException;
import io.mintmark.error.SettingsMismatchException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A host with its own clock and network. It runs one process at a time, and the process's callers.
 */
class Host {

  private static final long OPEN_AGAIN_NANOS = 200_000_000;

  private static final long SECOND = 1_000_000_000;

  /** About how long generators are sometimes idle in runs with mixed settings. */
  private static final long IDLE_NANOS = 20 * SECOND;

  private static final long RESTART_NANOS = 100_000_000;

  final Run run;
  private final Scheduler scheduler;
  final int number;
  final NodeClock clock;
  private final SplittableRandom random;
  final ArmedFaults armed;
  private final List<Callers> callers = new ArrayList<>();

  private @Nullable Node node;
  long pausedUntilNanos;

  /** How long it was paused in total, including the rest of the current pause. */
  long pausedNanos;

  /** How often its process was suspended for a snapshot. */
  long snapshots;

  /** Whether its processes start on the store that the lines are moved to. */
  private boolean usesTarget;

  private final Map<FaultKind, Integer> lasting = new EnumMap<>(FaultKind.class);

  Host(Run run, Scheduler scheduler, int number, SplittableRandom random) {
    this.run = run;
    this.scheduler = scheduler;
    this.number = number;
    this.armed = new ArmedFaults(run, number);
    this.random = random;
    this.clock = new NodeClock(scheduler, Run.START.toEpochMilli());
  }

  /** Starts a process, unless one is running. The process opens its generators. */
  void start() {
    if (node != null || !run.starts(number)) {
      return;
    }
    run.tell(number, () -> "starts a process");
    Stores stores = run.stores;
    usesTarget = usesTarget || (stores.isTargetUsable() && random.nextBoolean());
    Server own = usesTarget ? stores.target : stores.source;
    Node started = new Node(this, scheduler, own, run.settings, random.nextLong());
    node = started;
    callers.clear();
    work(started);
  }

  /** Opens the process's generators. */
  void work(Node started) {
    for (Subject subject : run.subjects) {
      for (int i = 0; i < subject.generators; i++) {
        String name = subject.name(i);
        scheduler.start(started, scheduler.nowNanos(), () -> open(started, subject, name));
      }
    }
  }

  private void open(Node started, Subject subject, String name) {
    while (true) {
      try {
        if (run.settings.rolls()) {
          comeWithOtherSettings(started, subject);
        }
        boolean differs = run.settings.mixes() && number % 2 == 1;
        Subject own = run.settings.rolls() || differs ? subject.rolled(random) : subject;
        Subject.Draw draw = openInTime(started, own, name);
        Callers opened = new Callers(run, scheduler, started, subject, own, draw);
        run.oracle(subject).known = true;
        callers.add(opened);
        scheduler.post(started, scheduler.nowNanos(), () -> callAndGoOn(opened));
        return;
      } catch (MintmarkException | OutOfMemoryError e) {
        if (started.closing) {
          return;
        }
        run.check(subject, e);
        toldOfMove(started, e);
        scheduler.await(started, scheduler.nowNanos() + OPEN_AGAIN_NANOS);
      }
    }
  }

  private Subject.Draw openInTime(Node started, Subject own, String name) {
    long from = scheduler.nowNanos() - pausedNanos;
    try {
      return own.open(started, name);
    } finally {
      long tookNanos = scheduler.nowNanos() - pausedNanos - from;
      if (!started.isGone() && tookNanos > started.opening().toNanos() + Run.GRACE_NANOS) {
        scheduler.fail(new Violation("opening a generator took longer than it may: tookMs="
            + tookNanos / 1_000_000 + ", generator=" + name + ", host=" + number));
      }
    }
  }

  /**
   * Restarts a process on the other store, soon after it got the exception that its lines were
   * moved there.
   */
  void toldOfMove(Node told, Throwable failure) {
    if (!(failure instanceof LineMovedException)) {
      return;
    }
    if (!run.stores.isGateClosed() || told.server == run.stores.target) {
      throw new Violation("LineMovedException for a line that has not moved", failure);
    }
    if (usesTarget) {
      return;
    }
    usesTarget = true;
    run.tell(number, () -> "learns that lines were moved to the other store");
    long laterNanos = random.nextLong(RESTART_NANOS << random.nextInt(6));
    restartIfThere(told, scheduler.nowNanos() + laterNanos);
  }

  /**
   * Restarts a process whose generator has found its store rewound, because that generator makes no
   * more ids. Before the last fault is over, the process is left running.
   */
  void toldOfRewind(Node told) {
    if (run.calm) {
      restartIfThere(told, scheduler.nowNanos() + RESTART_NANOS);
    }
  }

  private void restartIfThere(Node old, long at) {
    scheduler.post(Scheduler.RUN, at, () -> {
      if (node == old) {
        run.restart(this, at);
      }
    });
  }

  boolean isRewound() {
    return callers.stream().anyMatch(Callers::areRewound);
  }

  /** Whether a generator is being opened here with settings that must be refused. */
  boolean hasStranger() {
    return node != null && node.strangers > 0;
  }

  /**
   * Sometimes opens a generator with settings that must not differ. It must be refused, and must
   * not have claimed anything.
   */
  private void comeWithOtherSettings(Node started, Subject subject) {
    if (random.nextInt(4) > 0
        || subject.scope != Subject.Scope.STORE
        || !run.oracle(subject).knowsSettings()) {
      return;
    }
    // With several generators per process, uses the name of one more generator, which shares the
    // worker numbers but whose name the store does not know yet.
    String name = subject.name(subject.generators == 1 ? 0 : subject.generators);
    Subject other = subject.differing(random);
    long before = started.owned.claimsOf(name);
    started.strangers++;
    try {
      Subject.Draw unused = other.open(started, name);
    } catch (SettingsMismatchException | SettingsDamagedException e) {
      if (started.owned.claimsOf(name) > before) {
        throw new Violation("a process that was refused for its settings has claimed", e);
      }
      return;
    } finally {
      started.strangers--;
    }
    throw new Violation(
        "a process was accepted although its settings differ from those of others: its own " + other
            + "; host=" + number);
  }

  /**
   * Calls a generator again and again, often enough to request up to a quarter of the ids that it
   * can make. In some runs the calls request more ids than the generator can make.
   */
  private void callAndGoOn(Callers caller) {
    Subject subject = caller.subject;
    long perSecond = run.settings.timesWanted(subject) * subject.idsPerSecond;
    long most = run.calm ? 2 : Math.max(1, Math.min(run.settings.mostIds(), perSecond / 20));
    int count = 1 + (int) random.nextLong(1 + random.nextLong(most));
    long least = run.settings.answerMs() > 0 ? run.callGapNanos() / 3 : SECOND * most / perSecond;
    long longest = run.settings.mixes() && random.nextInt(8) == 0 ? IDLE_NANOS : run.callGapNanos();
    long gap = Math.max(least, random.nextLong(2 * longest));
    call(caller, count);
    scheduler.post(caller.node, scheduler.nowNanos() + gap, () -> callAndGoOn(caller));
  }

  private void call(Callers caller, int count) {
    if (run.settings.waits() && caller.canWait() && random.nextInt(4) == 0) {
      caller.callAndWait(count);
    } else {
      caller.call(count);
    }
  }

  /** Makes many calls at once. */
  void burst(int calls) {
    for (Callers caller : callers) {
      scheduler.post(caller.node, scheduler.nowNanos(), () -> {
        for (int i = 0; i < calls; i++) {
          call(caller, 1 + random.nextInt(8));
        }
      });
    }
  }

  /**
   * Interrupts waiting calls.
   *
   * @param most how many at most of each generator
   * @return whether any call waited
   */
  boolean interrupt(int most) {
    int interrupted = 0;
    for (Callers caller : callers) {
      interrupted += caller.interrupt(most);
    }
    return interrupted > 0;
  }

  /** Called after its process was suspended for a snapshot, and before it is resumed. */
  void snapshotTaken() {
    snapshots++;
    if (node != null) {
      node.disownAll();
    }
  }

  /**
   * Makes its process close its Mintmark and end. Between the two, half of the processes wait until
   * the deadline of all calls.
   *
   * @return whether there was a process that was not closing already
   */
  boolean close(long nanos) {
    Node ending = node;
    if (ending == null || ending.closing) {
      return false;
    }
    scheduler.start(ending, scheduler.nowNanos(), () -> {
      ending.close();
      if (random.nextBoolean()) {
        scheduler.await(ending, scheduler.nowNanos() + ending.claimTimeout.toNanos());
      }
      callers.forEach(Callers::checkAnswered);
      run.tell(number, () -> "has closed its Mintmark, and ends");
      run.restart(this, scheduler.nowNanos() + nanos);
    });
    return true;
  }

  void crash() {
    if (node != null) {
      node.crash();
    }
  }

  /** Called by a process when it ends. */
  void crashed(Node ended) {
    if (node == ended) {
      run.guard(() -> callers.forEach(Callers::checkAnswered));
      node = null;
      callers.clear();
    }
  }

  /** Restarts soon after a process that ended because of an armed fault. */
  void startAgainSoon() {
    run.restart(this, scheduler.nowNanos() + RESTART_NANOS);
  }

  boolean isUp() {
    return node != null;
  }

  /** Whether every generator here is open, and makes ids or is not required to. */
  boolean hasComeBack() {
    int all = run.subjects.stream().mapToInt(each -> each.generators).sum();
    return callers.size() == all && callers.stream().allMatch(Callers::hasComeBack);
  }

  /** Whether any generator of a subject here fulfils a condition. */
  boolean hasOne(Subject subject, Predicate<Callers> asked) {
    return callers.stream().anyMatch(caller -> caller.subject == subject && asked.test(caller));
  }

  /**
   * Throws a violation if a call is not answered by its deadline, or if a generator is not open or
   * makes no ids.
   */
  void checkAlive() {
    if (!run.starts(number)) {
      return;
    }
    for (Subject subject : run.subjects) {
      long open = callers.stream().filter(caller -> caller.subject == subject).count();
      if (open < subject.generators && !run.settings.mixes()) {
        throw new Violation("a generator was not opened although all faults have ended: generator="
            + subject + ", host=" + number);
      }
    }
    callers.forEach(Callers::checkAlive);
  }

  /** Pauses, starting now. */
  void pause(long nanos) {
    long from = Math.max(pausedUntilNanos, scheduler.nowNanos());
    long until = scheduler.nowNanos() + nanos;
    if (until > from) {
      pausedNanos += until - from;
      pausedUntilNanos = until;
    }
  }

  /** Counts current faults of one kind, up or down. */
  void count(FaultKind kind, int by) {
    lasting.merge(kind, by, Integer::sum);
  }

  /** Whether it has a fault of a kind now. */
  boolean has(FaultKind kind) {
    return lasting.getOrDefault(kind, 0) > 0;
  }

  long latencyNanos(SplittableRandom ofNode) {
    if (run.settings.answerMs() > 0) {
      return TimeUnit.MILLISECONDS.toNanos(run.settings.answerMs()) / 2;
    }
    return run.slowness * (50_000 + ofNode.nextLong(50_000 << ofNode.nextInt(5)));
  }
}
