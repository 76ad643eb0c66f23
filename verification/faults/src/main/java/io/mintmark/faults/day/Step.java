package io.mintmark.faults.day;

import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * A part of the day: what is done, what clients and alerts may say of it, and what they did say.
 */
final class Step {

  /** A connection to a process that is killed breaks at once; a busy machine tells of it later. */
  static final long LOST_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final String name;
  private final Set<String> due;
  private final Set<String> possible;
  private final boolean mayRefuse;
  private final int mostLost;
  private final LongAdder answered = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder lost = new LongAdder();

  /** When a server was killed, if it was. */
  private volatile OptionalLong killedNanos = OptionalLong.empty();

  private final Set<String> fired = new ConcurrentSkipListSet<>();

  private Step(
      String name, Set<String> due, Set<String> possible, boolean mayRefuse, int mostLost) {
    this.name = name;
    this.due = due;
    this.possible = possible;
    this.mayRefuse = mayRefuse;
    this.mostLost = mostLost;
  }

  /** One in which each request is answered, and no alert fires. */
  static Step of(String name) {
    return new Step(name, Set.of(), Set.of(), false, 0);
  }

  /** The same with alerts that have to fire. */
  Step fires(String... alerts) {
    return new Step(name, Set.of(alerts), possible, mayRefuse, mostLost);
  }

  /** The same with alerts that fire if it takes long. */
  Step mayFire(String... alerts) {
    return new Step(name, due, Set.of(alerts), mayRefuse, mostLost);
  }

  /** The same, where requests may be answered with an error, as the store is away. */
  Step mayRefuse() {
    return new Step(name, due, possible, true, mostLost);
  }

  /**
   * The same, where what is in flight may be lost, as a server is killed.
   *
   * @param most how many requests were on their way to it at most
   */
  Step mayLose(int most) {
    return new Step(name, due, possible, true, most);
  }

  /** The server is killed now: from now on requests may be lost, and soon no more. */
  void kills(long nowNanos) {
    killedNanos = OptionalLong.of(nowNanos);
  }

  String name() {
    return name;
  }

  /** The alerts that have to fire, and have not. */
  Set<String> missing() {
    return due.stream().filter(alert -> !fired.contains(alert)).collect(Collectors.toSet());
  }

  boolean allows(String alert) {
    return due.contains(alert) || possible.contains(alert);
  }

  boolean allowsRefusals() {
    return mayRefuse;
  }

  /** Counts a request that has no answer, and tells whether it may have none. */
  boolean loses(long nowNanos) {
    lost.increment();
    OptionalLong killed = killedNanos;
    return killed.isPresent()
        && nowNanos - killed.getAsLong() <= LOST_WITHIN_NANOS
        && lost.sum() <= mostLost;
  }

  LongAdder answered() {
    return answered;
  }

  LongAdder refused() {
    return refused;
  }

  LongAdder lost() {
    return lost;
  }

  /** The alerts that began to fire. */
  Set<String> fired() {
    return fired;
  }
}
