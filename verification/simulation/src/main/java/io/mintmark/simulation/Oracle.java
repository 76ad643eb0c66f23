package io.mintmark.simulation;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.simulation.Violation.MadeId;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks one generator, in all processes, for violations of its promises: an id that is made twice,
 * an id made from a position that its process has not claimed, an id out of order, a call without
 * an answer after its deadline, an undocumented failure, and a process that makes no ids after the
 * last fault.
 */
final class Oracle {

  private static final IdSet NONE = new IdSet();

  /**
   * The longest wait of a generator's first use: until the claims that the engine may have
   * forgotten have expired.
   */
  private static final long FIRST_USE_NANOS = 15_000_000_000L;

  private final Run run;
  private final Subject subject;
  private final IdSet seen = new IdSet();
  final Map<String, Long> failures = new TreeMap<>();

  /** Whether a process was accepted, so that the store knows the settings. */
  boolean known;

  long made;
  private long highest = -1;

  Oracle(Run run, Subject subject) {
    this.run = run;
    this.subject = subject;
  }

  /**
   * The state before a call. Not a record, because two calls may start in the same state and must
   * not be equal.
   */
  final class Call {
    private final boolean waits;
    private final long beganNanos = run.nowNanos();
    private final long pausedNanos;
    private final long highest;
    private final long hops;
    private final boolean rewound;
    private final boolean closed;
    private final long openings;
    private final boolean hasMade;
    private final RareCalls.Reading reading;

    private Call(Seen generator, boolean waits) {
      this.waits = waits;
      this.pausedNanos = generator.node.host.pausedNanos;
      this.highest = switch (subject.order) {
        case IN_STORE -> Oracle.this.highest;
        case IN_GENERATOR -> generator.highest;
        // No order is promised for calls that do not wait.
        case IN_THREAD ->
          waits ? generator.highestOfThreads.getOrDefault(Thread.currentThread(), -1L) : -1;
      };
      this.hops = generator.hops;
      this.rewound = generator.rewound;
      this.closed = generator.node.closed;
      this.openings = generator.openings.getAsLong();
      this.hasMade = generator.hasMade;
      this.reading = run.settings.answerMs() > 0 ? generator.rare.read() : RareCalls.NONE;
    }
  }

  /**
   * Begins a call.
   *
   * @param waits whether its thread waits
   */
  Call begin(Seen generator, boolean waits) {
    generator.lookForHops(run.nowNanos());
    return new Call(generator, waits);
  }

  /**
   * Returns whether the generator may continue below earlier ids. If so, its order starts anew with
   * this id.
   */
  private boolean beginsAnew(Seen generator, long id) {
    if (!mayFollow(generator)) {
      return false;
    }
    generator.hops++;
    generator.hoppedTo = generator.settings.lineOf(id);
    generator.highest = -1;
    generator.highestOfThreads.clear();
    return true;
  }

  /** Whether ids may continue below earlier ids because the clock has gone back. */
  private boolean mayFollow(Seen generator) {
    if (generator.allowedHops.take()) {
      return true;
    }
    if (subject.toleratedMs == Long.MAX_VALUE) {
      return false;
    }
    Host host = generator.node.host;
    long leastMs = generator.settings.earliestMs(generator.highest) - subject.toleratedMs;
    return host.snapshots > generator.snapshots
        || host.clock.wentBelow(leastMs, generator.timesBack);
  }

  /**
   * Whether an id was made after all hops, which are changes of the worker number ({@link Hops}). A
   * call that began before a hop may have taken some of its ids before the hop.
   */
  private boolean isAfterHops(Seen generator, Call call, long id) {
    return call.hops == generator.hops || generator.settings.lineOf(id).equals(generator.hoppedTo);
  }

  /** Whether a process with different settings must be refused. */
  boolean knowsSettings() {
    return known && !run.settings.forgets() && !run.rewound;
  }

  private boolean isInOrder(long earlier, long id) {
    return earlier < 0 || subject.isInOrder(earlier, id);
  }

  private long later(long one, long other) {
    return isInOrder(one, other) ? other : one;
  }

  void end(Seen generator, Call call, long @Nullable [] ids, @Nullable Throwable failure) {
    checkTime(generator, call);
    if (run.settings.answerMs() > 0) {
      generator.rare.end(call.reading, run.nowNanos() - call.beganNanos, failure, at(generator));
    }
    if (ids == null) {
      failed(generator, call, failure);
      return;
    }
    if (call.rewound) {
      throw wrong("an id was made after the store was found rewound", generator, ids[0], -1);
    }
    if (call.closed) {
      throw wrong("an id was made after its Mintmark was closed", generator, ids[0], -1);
    }
    generator.lookForHops(run.nowNanos());
    long least = isOrderLost() ? 0 : call.highest + 1;
    long latestMs = latestMs(generator);
    long previous = -1;
    for (long given : ids) {
      long id = given;
      String line = generator.settings.lineOf(given);
      if (subject.span > 0) {
        OwnedRanges owned = generator.node.owned;
        least = owned.unused(line, least, given, subject.span, NONE).orElse(least);
        id = positionIn(generator, given, least);
        least++;
      }
      run.made(generator.node.host, generator.settings, id);
      check(generator, id, latestMs);
      checkOrder(generator, call, previous, id);
      // For a cycle, id is only the lowest possible position. The true position may be higher, so
      // the next number may be below it.
      previous = subject.span > 0 ? -1 : id;
      if (isAfterHops(generator, call, id)) {
        generator.highest = later(generator.highest, id);
        if (call.waits) {
          generator.highestOfThreads.put(Thread.currentThread(), id);
        }
      }
    }
    generator.timesBack = generator.node.host.clock.timesBack();
    generator.snapshots = generator.node.host.snapshots;
    highest = later(highest, generator.highest);
    made += ids.length;
    generator.hasMade = true;
    generator.madeAtTheEnd += run.settled ? ids.length : 0;
  }

  /**
   * Checks that an id is above the ids of calls that ended before its own call began, and above the
   * previous id of its own call.
   */
  private void checkOrder(Seen generator, Call call, long previous, long id) {
    boolean isAfterPrevious =
        isInOrder(previous, id) || isFirstAfterHop(generator, call, previous, id);
    boolean isAfterCalls = call.hops != generator.hops || isInOrder(call.highest, id);
    if (!(isAfterPrevious && isAfterCalls) && !beginsAnew(generator, id) && !isOrderLost()) {
      long earlier = isAfterPrevious ? call.highest : previous;
      throw wrong(
          "an id is not above earlier ids: earlier=" + generator.settings.text(earlier),
          generator,
          id,
          earlier);
    }
  }

  /**
   * Whether a hop occurred between two ids of one call, although another call of the generator
   * observed it first.
   */
  private boolean isFirstAfterHop(Seen generator, Call call, long previous, long id) {
    return call.hops != generator.hops
        && generator.settings.lineOf(id).equals(generator.hoppedTo)
        && !generator.settings.lineOf(previous).equals(generator.hoppedTo);
  }

  private void check(Seen generator, long id, long latestMs) {
    if (subject.scope == Subject.Scope.STORE
        && !generator.node.owned.has(
            generator.settings.lineOf(id), generator.settings.positionOf(id))) {
      throw wrong("an id was made from an unclaimed position", generator, id, -1);
    }
    long earliestMs = generator.settings.earliestMs(id);
    if (earliestMs > Long.MIN_VALUE && earliestMs > shownMs(generator)) {
      throw wrong("an id has a time that no clock has shown yet", generator, id, -1);
    }
    if (generator.settings.timeMs(id) > latestMs) {
      throw wrong("an id is further ahead of the clock than it may be", generator, id, -1);
    }
    if (!usedBy(generator).add(id)) {
      throw wrong("an id was made twice", generator, id, -1);
    }
  }

  /**
   * The latest time that an id from a window may contain now: as far ahead of the clock as the
   * settings allow. After a snapshot there is no limit, because ids start at the end of the
   * discarded claims, however far ahead that is.
   */
  private long latestMs(Seen generator) {
    Host host = generator.node.host;
    long aheadMs =
        host.snapshots > 0 ? Long.MAX_VALUE : generator.settings.aheadMs(run.settings.forgets());
    return aheadMs == Long.MAX_VALUE ? aheadMs : host.clock.reachedMs() + aheadMs;
  }

  /**
   * The latest time that the clock of an id's process has shown or, if processes share the time,
   * that any clock has shown.
   */
  private long shownMs(Seen generator) {
    return subject.sharesTime ? run.highestMs() : generator.node.host.clock.highestMs();
  }

  /** Whether the order over all processes is lost because the engine has forgotten claims. */
  private boolean isOrderLost() {
    return run.lost && subject.order == Subject.Order.IN_STORE;
  }

  private IdSet usedBy(Seen generator) {
    if (subject.scope == Subject.Scope.PROCESS) {
      return generator.node.made(subject);
    }
    boolean repeats = subject.scope == Subject.Scope.STORE
        && (run.rewound || (run.lost && !subject.survivesLoss));
    return repeats || subject.scope == Subject.Scope.GENERATOR ? generator.own : seen;
  }

  /**
   * Chooses the position of a number that repeats. A possible position is owned by the process,
   * belongs to the number's place of the cycle, is above the positions before the call, and is not
   * below the {@code least} that follows the previous number of the call. Of these, the lowest
   * position for which no number was seen is chosen. The true position may be higher. In that case
   * a later number can have the chosen position. So if the product is correct, every number finds a
   * position.
   */
  private long positionIn(Seen generator, long place, long least) {
    return generator
        .node
        .owned
        .unused(generator.settings.lineOf(place), least, place, subject.span, usedBy(generator))
        .orElseThrow(() -> new Violation("a number of a cycle has no position left: number="
            + generator.settings.text(place) + ", from=" + least + at(generator)));
  }

  void checkTime(Seen generator, Call call) {
    long paused = generator.node.host.pausedNanos - call.pausedNanos;
    long took = run.nowNanos() - call.beganNanos - paused;
    long inStore = call.waits ? inStoreNanos() : 0;
    long opening = openings(generator, call) * generator.node.opening().toNanos();
    boolean isFirst = run.settings.forgets() && subject.survivesLoss && !call.hasMade;
    long first = isFirst ? FIRST_USE_NANOS : 0;
    long most = generator.node.claimTimeout.toNanos() + inStore + opening + first;
    if (took > most + Run.GRACE_NANOS) {
      throw new Violation(
          "a call took longer than its timeout: tookMs=" + took / 1_000_000 + at(generator));
    }
  }

  /** Returns how many times the generator was reopened while a call waited. */
  private static long openings(Seen generator, Call call) {
    return generator.openings.getAsLong() / 2 + 1 - (call.openings + 1) / 2;
  }

  /**
   * How long a waiting call may still take after its deadline or an interrupt. A call that claims
   * only what it needs may be in a call to the store. If its process uses the line for the first
   * time, a second call may follow, to the line {@code mintmark/gate}, which shows whether the
   * lines are being moved.
   */
  long inStoreNanos() {
    return subject.order == Subject.Order.IN_STORE
        ? 2 * run.settings.storeTimeout().toNanos()
        : 0;
  }

  private void failed(Seen generator, Call call, @Nullable Throwable failure) {
    if (failure instanceof Violation seen) {
      throw seen;
    }
    if (failure == null
        || failure instanceof ConfigurationException
        || (Run.isRefusalOfSettings(failure) && !run.settings.mayRefuse(failure))
        || !(failure instanceof MintmarkException || mayLackMemory(call, failure))) {
      throw violation("a call failed with an undocumented exception", generator, failure);
    }
    if (failure instanceof StoreRewoundException) {
      if (!run.lost) {
        throw new Violation("a generator reports a loss, but the store has lost nothing", failure);
      }
      generator.rewound = true;
      generator.node.host.toldOfRewind(generator.node);
    }
    if (failure instanceof ClosedException && !generator.node.closing && !subject.isReopened) {
      throw new Violation("a generator reports that it is closed, but it is open", failure);
    }
    generator.node.host.toldOfMove(generator.node, failure);
    generator.lastFailure = failure;
    failures.merge(failure.getClass().getSimpleName(), 1L, Long::sum);
  }

  /**
   * Whether a failure is an allowed OutOfMemoryError. A waiting thread gets the error itself, and
   * no ids.
   */
  private static boolean mayLackMemory(Call call, Throwable failure) {
    return call.waits && failure instanceof OutOfMemoryError;
  }

  /**
   * Throws a violation if a generator makes no ids, although there are no more faults and it had
   * enough time.
   */
  void checkAlive(Seen generator) {
    if (!hasComeBack(generator)) {
      throw violation(
          "a generator makes no ids although all faults have ended",
          generator,
          generator.lastFailure);
    }
  }

  /**
   * Whether it has made ids again, or need not, for example because other processes hold all worker
   * numbers.
   */
  boolean hasComeBack(Seen generator) {
    return isServed(generator) || run.liveness.mayRefuse(subject, generator.lastFailure);
  }

  /** Whether it has made ids after all claims from before the end of the last fault had run out. */
  boolean makesIds(Seen generator) {
    return generator.madeAtTheEnd > 0;
  }

  /** Whether its last call failed because the store has other settings, or has lost them. */
  boolean mayBeRefused(Seen generator) {
    return run.settings.mayRefuse(generator.lastFailure);
  }

  /** Whether it has made such ids, or its lines are used up. */
  boolean isServed(Seen generator) {
    return makesIds(generator)
        || (Liveness.isExhausted(generator.lastFailure) && isUsedUp(generator));
  }

  /** Whether the store, not only the exception, shows that no position is left. */
  private boolean isUsedUp(Seen generator) {
    return subject.isUsedUp(generator.node.server::position, generator.node.host.clock.millis());
  }

  private Violation wrong(String what, Seen generator, long id, long earlier) {
    String message = what + ": id=" + generator.settings.text(id) + ", line="
        + generator.settings.lineOf(id) + ", position=" + generator.settings.positionOf(id);
    return new Violation(message + at(generator), new MadeId(generator.settings, id, earlier));
  }

  private Violation violation(String what, Seen generator, @Nullable Throwable cause) {
    return new Violation(what + ": reason=" + cause + at(generator), cause);
  }

  private String at(Seen generator) {
    return ", generator=" + subject.name + ", host=" + generator.node.host.number;
  }
}
