package io.mintmark.simulation;

import io.mintmark.error.LineMovedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.SpecMismatchException;
import io.mintmark.error.SpecSpoiltException;
import io.mintmark.store.engine.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A place for one process at a time, with a clock and a network of its own; and its users. */
class Host {

  private static final long OPEN_AGAIN_NANOS = 200_000_000;

  private static final long SECOND = 1_000_000_000;

  private static final long RESTART_NANOS = 100_000_000;

  private final World world;
  private final Scheduler scheduler;
  private final int number;
  private final NodeClock clock;
  private final SplittableRandom random;
  private final ArmedFaults armed;
  private final List<Users> users = new ArrayList<>();

  private @Nullable Node node;
  private long pausedUntilNanos;
  private long pausedNanos;
  private long snapshots;

  /** Whether its processes are started on the store that lines are moved to. */
  private boolean usesTarget;

  private int cutsThere;
  private int cutsBack;
  private int lacksThreads;

  Host(World world, Scheduler scheduler, int number, SplittableRandom random) {
    this.world = world;
    this.scheduler = scheduler;
    this.number = number;
    this.armed = new ArmedFaults(world, number);
    this.random = random;
    this.clock = new NodeClock(scheduler, World.START.toEpochMilli());
  }

  int number() {
    return number;
  }

  NodeClock clock() {
    return clock;
  }

  /** Has the engine fail over, without its last writes if it can forget. */
  void failOver(Server engine, int lost) {
    world.failOver(engine, lost, CallFault.FORGET);
  }

  /** Notes what the store did with a claim that was sent from here. */
  void claimed(Write write, long stood, OptionalLong next) {
    next.ifPresent(end -> world.checkEnd(write.line(), end));
    world.journal().claimed(scheduler.nowNanos(), number, write, stood, next);
  }

  /** Starts a process, which opens its generators. */
  void start() {
    if (world.settings().absent().contains(number)) {
      return;
    }
    world.tell(number, () -> "starts a process");
    usesTarget = usesTarget || (world.moveProgress().isTargetUsable() && random.nextBoolean());
    Stores stores = world.stores();
    Server own = usesTarget ? stores.target() : stores.source();
    Node started = new Node(this, scheduler, own, world.settings(), random.nextLong());
    node = started;
    users.clear();
    work(started);
  }

  /** Opens its generators. */
  void work(Node started) {
    for (Subject subject : world.subjects()) {
      for (int i = 0; i < subject.generators(); i++) {
        String name = subject.name(i);
        scheduler.start(started, scheduler.nowNanos(), () -> open(started, subject, name));
      }
    }
  }

  private void open(Node started, Subject subject, String name) {
    while (true) {
      try {
        if (world.settings().rolls()) {
          comeWithOtherSettings(started, subject);
        }
        Subject own = world.settings().rolls() ? subject.rolled(random) : subject;
        Subject.Draw draw = openInTime(started, own, name);
        Users opened = new Users(world, scheduler, started, subject, own, draw);
        world.oracle(subject).opened();
        users.add(opened);
        scheduler.post(started, scheduler.nowNanos(), () -> callAndGoOn(opened));
        return;
      } catch (MintmarkException | OutOfMemoryError e) {
        if (started.isClosing()) {
          return;
        }
        world.check(subject, e);
        toldOfMove(started, e);
        scheduler.await(started, scheduler.nowNanos() + OPEN_AGAIN_NANOS);
      }
    }
  }

  private Subject.Draw openInTime(Node started, Subject own, String name) {
    long ranBefore = ranNanos();
    try {
      Subject.Draw draw = own.open(started, name);
      checkOpening(started, name, ranNanos() - ranBefore);
      return draw;
    } catch (MintmarkException | OutOfMemoryError e) {
      checkOpening(started, name, ranNanos() - ranBefore);
      throw e;
    }
  }

  /** Time without that in which it has stood still. */
  private long ranNanos() {
    return scheduler.nowNanos() - pausedNanos;
  }

  private void checkOpening(Node started, String name, long tookNanos) {
    if (tookNanos > started.opening().toNanos() + World.GRACE_NANOS) {
      throw new Violation(Message.of(
          "opening a generator took longer than it may: tookMs={} > {}, generator={}, host={}",
          tookNanos / 1_000_000,
          started.opening().toMillis(),
          name,
          number));
    }
  }

  /** Who is told that lines went to the other store starts again there, soon. */
  void toldOfMove(Node told, Throwable failure) {
    if (!(failure instanceof LineMovedException)) {
      return;
    }
    if (!world.stores().isGateClosed() || told.server() == world.stores().target()) {
      throw new Violation("a line is said to have moved that has not", failure);
    }
    if (usesTarget) {
      return;
    }
    usesTarget = true;
    world.tell(number, () -> "is told that lines went to the other store");
    long laterNanos = random.nextLong(RESTART_NANOS << random.nextInt(6));
    restartIfThere(told, scheduler.nowNanos() + laterNanos);
  }

  /**
   * A generator that has found its store rewound makes no ids any more. Somebody starts its process
   * again, at the latest when all is well.
   */
  void toldOfRewind(Node told) {
    if (world.isCalm()) {
      restartIfThere(told, scheduler.nowNanos() + RESTART_NANOS);
    }
  }

  private void restartIfThere(Node told, long at) {
    scheduler.post(Scheduler.WORLD, at, () -> {
      if (node == told) {
        world.restart(this, at);
      }
    });
  }

  boolean isRewound() {
    return users.stream().anyMatch(Users::areRewound);
  }

  /** Whether a generator is being opened here with settings for which it shall be refused. */
  boolean hasStranger() {
    return node != null && node.hasStranger();
  }

  /** Now and then: a process is refused that differs where it may not, and has claimed nothing. */
  private void comeWithOtherSettings(Node started, Subject subject) {
    if (random.nextInt(4) > 0
        || subject.scope() != Subject.Scope.STORE
        || !world.oracle(subject).knowsSettings()) {
      return;
    }
    // One more of those that share worker numbers, where there are some: its name is not known yet.
    String name = subject.name(subject.generators() == 1 ? 0 : subject.generators());
    Subject other = subject.differing(random);
    long before = started.owned().claimsOf(name);
    started.strangerComes();
    try {
      Subject.Draw unused = other.open(started, name);
    } catch (SpecMismatchException | SpecSpoiltException e) {
      if (started.owned().claimsOf(name) > before) {
        throw new Violation("a process that was refused for its settings has claimed", e);
      }
      return;
    } finally {
      started.strangerGoes();
    }
    throw new Violation("a process was let in whose settings differ from those of others: its own "
        + other.about() + "; host=" + number);
  }

  /**
   * Calls come so often that a quarter of what a generator can make is wanted of it, or fewer; in
   * some worlds more than it can make.
   */
  private void callAndGoOn(Users caller) {
    Subject subject = caller.subject();
    long perSecond = world.settings().timesWanted(subject) * subject.idsPerSecond();
    long most =
        world.isCalm() ? 2 : Math.max(1, Math.min(world.settings().mostIds(), perSecond / 20));
    int count = 1 + (int) random.nextLong(1 + random.nextLong(most));
    long least = SECOND * most / perSecond;
    long gap = Math.max(least, random.nextLong(2 * world.callGapNanos()));
    call(caller, count);
    scheduler.post(caller.node(), scheduler.nowNanos() + gap, () -> callAndGoOn(caller));
  }

  private void call(Users caller, int count) {
    if (world.settings().waits() && caller.subject().canBeWaitedFor() && random.nextInt(4) == 0) {
      caller.callAndWait(count);
    } else {
      caller.call(count);
    }
  }

  /** Many calls at once. */
  void burst(int calls) {
    for (Users caller : users) {
      scheduler.post(caller.node(), scheduler.nowNanos(), () -> {
        for (int i = 0; i < calls; i++) {
          call(caller, 1 + random.nextInt(8));
        }
      });
    }
  }

  /**
   * Interrupts calls that wait.
   *
   * @param most how many at most of each generator
   * @return whether any waited
   */
  boolean interrupt(int most) {
    int interrupted = 0;
    for (Users caller : users) {
      interrupted += caller.interrupt(most);
    }
    return interrupted > 0;
  }

  /** Called between the suspension of its process for a snapshot and the end of that. */
  void snapshotTaken() {
    snapshots++;
    if (node != null) {
      node.disownAll();
    }
  }

  /**
   * Has its process close its Mintmark, and end; some wait until calls must be answered.
   *
   * @return whether there was one that was not closing already
   */
  boolean close(long nanos) {
    Node ending = node;
    if (ending == null || ending.isClosing()) {
      return false;
    }
    scheduler.start(ending, scheduler.nowNanos(), () -> {
      ending.close();
      if (random.nextBoolean()) {
        scheduler.await(ending, scheduler.nowNanos() + ending.claimTimeout().toNanos());
      }
      users.forEach(Users::checkAnswered);
      world.tell(number, () -> "has closed what it had, and ends");
      world.restart(this, scheduler.nowNanos() + nanos);
    });
    return true;
  }

  void crash() {
    if (node != null) {
      node.crash();
    }
  }

  /** Called by a process at its end. */
  void crashed(Node ended) {
    if (node == ended) {
      world.guard(() -> users.forEach(Users::checkAnswered));
      node = null;
      users.clear();
    }
  }

  /** A process that ended by a fault of its own starts again soon. */
  void startAgainSoon() {
    world.restart(this, scheduler.nowNanos() + RESTART_NANOS);
  }

  boolean isUp() {
    return node != null;
  }

  /** Tells whether every generator is open here, and makes ids. */
  boolean hasComeBack() {
    int all = world.subjects().stream().mapToInt(Subject::generators).sum();
    return users.size() == all && users.stream().allMatch(Users::hasComeBack);
  }

  /** Tells whether one of the generators of a kind here is as asked. */
  boolean hasOne(Subject subject, Predicate<Users> asked) {
    return users.stream().anyMatch(caller -> caller.subject() == subject && asked.test(caller));
  }

  /** Nothing may be left without an answer, and everything goes on. */
  void checkAlive() {
    if (world.settings().absent().contains(number)) {
      return;
    }
    for (Subject subject : world.subjects()) {
      long open = users.stream().filter(caller -> caller.subject() == subject).count();
      if (open < subject.generators()) {
        throw new Violation("a generator was not opened though nothing happens any more: generator="
            + subject + ", host=" + number);
      }
    }
    users.forEach(Users::checkAlive);
  }

  /** Stands still from now on. */
  void pause(long nanos) {
    long from = Math.max(pausedUntilNanos, scheduler.nowNanos());
    long until = scheduler.nowNanos() + nanos;
    if (until > from) {
      pausedNanos += until - from;
      pausedUntilNanos = until;
    }
  }

  long pausedUntilNanos() {
    return pausedUntilNanos;
  }

  /** How long it has stood still in all, to the end of the present pause. */
  long pausedNanos() {
    return pausedNanos;
  }

  /** How often its process was suspended for a snapshot. */
  long snapshots() {
    return snapshots;
  }

  void stepClock(long nanos) {
    clock.step(nanos);
  }

  /** Returns whether it was wrong. */
  boolean setClockRight() {
    return clock.setRight();
  }

  void cut(boolean there, int by) {
    cutsThere += there ? by : 0;
    cutsBack += there ? 0 : by;
  }

  boolean isCutOffThere() {
    return cutsThere > 0;
  }

  boolean isCutOffBack() {
    return cutsBack > 0;
  }

  void lackThreads(int by) {
    lacksThreads += by;
  }

  boolean isOutOfThreads() {
    return lacksThreads > 0;
  }

  /** What befalls its next calls and readings of its clock. */
  ArmedFaults armed() {
    return armed;
  }

  long latencyNanos(SplittableRandom ofNode) {
    return world.slowness() * (50_000 + ofNode.nextLong(50_000 << ofNode.nextInt(5)));
  }
}
