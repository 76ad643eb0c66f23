package io.mintmark.faults.day;

import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * A part of the day: what is done, what clients and alerts may say of it, and what they did say.
 */
final class Step {

  private final String name;
  private final Set<String> due;
  private final Set<String> possible;
  private final boolean mayRefuse;
  private final boolean mayLose;
  private final LongAdder answered = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private final Set<String> fired = new ConcurrentSkipListSet<>();

  private Step(
      String name, Set<String> due, Set<String> possible, boolean mayRefuse, boolean mayLose) {
    this.name = name;
    this.due = due;
    this.possible = possible;
    this.mayRefuse = mayRefuse;
    this.mayLose = mayLose;
  }

  /** One in which each request is answered, and no alert fires. */
  static Step of(String name) {
    return new Step(name, Set.of(), Set.of(), false, false);
  }

  /** The same with alerts that have to fire. */
  Step fires(String... alerts) {
    return new Step(name, Set.of(alerts), possible, mayRefuse, mayLose);
  }

  /** The same with alerts that fire if it takes long. */
  Step mayFire(String... alerts) {
    return new Step(name, due, Set.of(alerts), mayRefuse, mayLose);
  }

  /** The same, where requests may be answered with an error, as the store is away. */
  Step mayRefuse() {
    return new Step(name, due, possible, true, mayLose);
  }

  /** The same, where what is in flight may be lost, as a server is killed. */
  Step mayLose() {
    return new Step(name, due, possible, true, true);
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

  boolean allowsLosses() {
    return mayLose;
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
