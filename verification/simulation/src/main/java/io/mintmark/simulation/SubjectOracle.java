package io.mintmark.simulation;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.simulation.Violation.MadeId;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What may never be seen of one generator, in whichever process: an id that comes twice; one made
 * from a position that its process has not claimed; one out of order; a call without an answer when
 * its time is over; a failure that users are not told of; and after the last fault, a process that
 * makes no ids.
 */
final class SubjectOracle {

  private final World world;
  private final Subject subject;
  private final IdSet seen = new IdSet();
  private final Map<Class<?>, Long> failures = new HashMap<>();

  private long made;
  private long highest = -1;

  SubjectOracle(World world, Subject subject) {
    this.world = world;
    this.subject = subject;
  }

  /** What one process's generator has shown. */
  static final class Seen {
    private final Node node;
    private final IdSet own = new IdSet();
    private long highest = -1;
    private long stepsBackThen;

    /** How often it may still go over to another worker number, at its clock's time. */
    private long hopsLeft;

    private long hops;
    private boolean rewound;
    private long madeAtTheEnd;
    private @Nullable Throwable lastFailure;

    Seen(Node node) {
      this.node = node;
      this.stepsBackThen = node.host().stepsBack();
    }
  }

  /** What stood before a call began. */
  static final class Before {
    private final long beganNanos;
    private final long pausedNanos;
    private final long highest;
    private final long hops;
    private final boolean rewound;

    private Before(long beganNanos, long pausedNanos, long highest, long hops, boolean rewound) {
      this.beganNanos = beganNanos;
      this.pausedNanos = pausedNanos;
      this.highest = highest;
      this.hops = hops;
      this.rewound = rewound;
    }
  }

  Before begin(Seen generator) {
    countSteps(generator);
    return new Before(
        world.nowNanos(),
        generator.node.host().pausedNanos(),
        subject.order() == Subject.Order.IN_STORE ? highest : generator.highest,
        generator.hops,
        generator.rewound);
  }

  /** For each step back of its clock a generator may hop once, when it comes to notice that. */
  private void countSteps(Seen generator) {
    long steps = generator.node.host().stepsBack();
    if (subject.order() == Subject.Order.IN_GENERATOR && subject.holders() < Long.MAX_VALUE) {
      generator.hopsLeft += steps - generator.stepsBackThen;
    }
    generator.stepsBackThen = steps;
  }

  /** The highest id of before that this one must be above; none after a hop that it may make. */
  private long least(Seen generator, Before before, long id) {
    if (before.hops != generator.hops) {
      return -1;
    }
    if (id <= before.highest && generator.hopsLeft > 0) {
      generator.hopsLeft--;
      generator.hops++;
      generator.highest = -1;
      return -1;
    }
    return before.highest;
  }

  void end(Seen generator, Before before, long @Nullable [] ids, @Nullable Throwable failure) {
    checkTime(generator, before);
    if (ids == null) {
      failed(generator, failure);
      return;
    }
    if (before.rewound) {
      throw wrong("an id was made after the store was found rewound", generator, ids[0]);
    }
    countSteps(generator);
    boolean forgot = world.hasLost() && subject.order() == Subject.Order.IN_STORE;
    for (long id : ids) {
      world.journal().made(world.nowNanos(), generator.node.host().number(), subject, id);
      long least = least(generator, before, id);
      if (id <= least && !forgot) {
        throw wrong("an id is not above those of before: before=" + least, generator, id, least);
      }
      if (!generator.node.owned().has(subject.lineOf(id), subject.positionOf(id))) {
        throw wrong("an id was made from what was not claimed", generator, id);
      }
      boolean unique = (world.hasLost() && !subject.survivesLoss() ? generator.own : seen).add(id);
      if (!unique) {
        throw wrong("an id came twice", generator, id);
      }
      generator.highest = Math.max(generator.highest, id);
    }
    highest = Math.max(highest, generator.highest);
    made += ids.length;
    generator.madeAtTheEnd += world.isSettled() ? ids.length : 0;
  }

  void checkTime(Seen generator, Before before) {
    long paused = generator.node.host().pausedNanos() - before.pausedNanos;
    long took = world.nowNanos() - before.beganNanos - paused;
    if (took > world.settings().claimTimeout().toNanos() + World.GRACE_NANOS) {
      throw new Violation(Message.of(
          "a call took longer than its timeout: tookMs={} > claimTimeoutMs={}, generator={},"
              + " host={}",
          took / 1_000_000,
          world.settings().claimTimeout().toMillis(),
          subject.name(),
          generator.node.host().number()));
    }
  }

  private void failed(Seen generator, @Nullable Throwable failure) {
    if (!(failure instanceof MintmarkException)) {
      throw new Violation(
          Message.of(
              "a call failed with what users are not told of: reason={}, generator={}, host={}",
              failure,
              subject.name(),
              generator.node.host().number()),
          failure == null ? new IllegalStateException("no failure") : failure);
    }
    if (failure instanceof StoreRewoundException) {
      if (!world.hasLost()) {
        throw new Violation("a store that has lost nothing is said to have", failure);
      }
      generator.rewound = true;
    }
    generator.lastFailure = failure;
    world.journal().failed(world.nowNanos(), generator.node.host().number(), failure);
    failures.merge(failure.getClass(), 1L, Long::sum);
  }

  /** A generator has to make ids again when all is well, and it has had time. */
  void checkAlive(Seen generator, int hosts) {
    if (!hasComeBack(generator, hosts)) {
      Throwable last = generator.lastFailure;
      throw new Violation(
          Message.of(
              "a generator makes no ids though nothing happens any more: generator={}, host={},"
                  + " last={}",
              subject.name(),
              generator.node.host().number(),
              last),
          last == null ? new IllegalStateException("no failure") : last);
    }
  }

  /** Tells whether it makes ids now, or need not: its line is used up, or all numbers are taken. */
  boolean hasComeBack(Seen generator, int hosts) {
    return generator.madeAtTheEnd > 0
        || generator.lastFailure instanceof ExhaustedException
        || hosts > subject.holders();
  }

  private Violation wrong(String what, Seen generator, long id) {
    return wrong(what, generator, id, -1);
  }

  private Violation wrong(String what, Seen generator, long id, long earlier) {
    return new Violation(
        Message.of(
            "{}: id={}, line={}, position={}, generator={}, host={}",
            what,
            id,
            subject.lineOf(id),
            subject.positionOf(id),
            subject.name(),
            generator.node.host().number()),
        new MadeId(subject, id, earlier));
  }

  long made() {
    return made;
  }

  Map<String, Long> failures() {
    Map<String, Long> named = new TreeMap<>();
    failures.forEach((kind, count) -> named.put(kind.getSimpleName(), count));
    return named;
  }
}
