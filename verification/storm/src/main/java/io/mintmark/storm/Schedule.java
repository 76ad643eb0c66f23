package io.mintmark.storm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The faults of a storm, one step after another. Only a seed and the names of the faults determine
 * it, so that a storm can be repeated. Each fault happens once before any happens twice. Faults
 * with the trait {@link Fault.Trait#ALWAYS} come first, one in each step.
 */
final class Schedule {

  private static final long MIN_CALM_MS = 500;
  private static final long MAX_CALM_MS = 2_500;

  private final List<Candidate> environment;
  private final List<Candidate> processes;
  private final SplittableRandom random;
  private final List<Candidate> environmentLeft = new ArrayList<>();
  private final List<Candidate> processesLeft = new ArrayList<>();
  private int steps;

  Schedule(List<Candidate> environment, List<Candidate> processes, long seed) {
    this.environment = List.copyOf(environment);
    this.processes = List.copyOf(processes);
    this.random = new SplittableRandom(seed);
    environmentLeft.addAll(environment);
  }

  /**
   * A fault that can be injected.
   *
   * @param fault its name
   * @param targets the processes that it can affect; empty for a fault of the environment
   * @param lastsMs its longest duration; the shortest is half of that
   * @param always whether it happens before faults without this mark
   */
  record Candidate(String fault, List<Integer> targets, long lastsMs, boolean always) {}

  /**
   * A fault that is injected.
   *
   * @param target the affected process; -1 for the environment
   * @param afterMs when it begins, after the start of its step
   * @param seed the seed of its random choices
   */
  record Injection(String fault, int target, long afterMs, long lastsMs, long seed) {

    @Override
    public String toString() {
      String what = target < 0 ? fault : fault + " (process " + target + ")";
      return String.format(
          Locale.ROOT, "%s %.1f s after %.1f s", what, lastsMs / 1e3, afterMs / 1e3);
    }
  }

  /**
   * Faults that begin together, or of which one begins during the other.
   *
   * @param number counts from 1
   * @param calmMs the time without a fault before them
   * @param injections one, or one of the environment and one of a process
   */
  record Step(int number, long calmMs, List<Injection> injections) {

    @Override
    public String toString() {
      return number + ": "
          + injections.stream().map(Injection::toString).collect(Collectors.joining(" + "));
    }
  }

  /** Names all faults. */
  @Override
  public String toString() {
    return Stream.concat(environment.stream(), processes.stream())
        .map(Candidate::fault)
        .collect(Collectors.joining(", "));
  }

  /** Whether a fault with the trait {@link Fault.Trait#ALWAYS} has not happened yet. */
  boolean isIncomplete() {
    return steps < environment.size() && environmentLeft.stream().anyMatch(Candidate::always);
  }

  Step next() {
    long calmMs = random.nextLong(MIN_CALM_MS, MAX_CALM_MS);
    List<Injection> injections = new ArrayList<>();
    int choice = random.nextInt(4);
    if (choice != 0 || steps == 0 || processes.isEmpty() || isIncomplete()) {
      injections.add(choose(environment, environmentLeft, 0));
    }
    if (choice != 1 && !processes.isEmpty()) {
      long firstMs =
          injections.isEmpty() ? 0 : random.nextLong(injections.get(0).lastsMs());
      injections.add(choose(processes, processesLeft, firstMs));
    }
    return new Step(++steps, calmMs, List.copyOf(injections));
  }

  private Injection choose(List<Candidate> all, List<Candidate> left, long afterMs) {
    if (left.isEmpty()) {
      left.addAll(all);
    }
    List<Candidate> next = left.stream().anyMatch(Candidate::always)
        ? left.stream().filter(Candidate::always).toList()
        : left;
    Candidate chosen = next.get(random.nextInt(next.size()));
    left.remove(chosen);
    int target = chosen.targets().isEmpty()
        ? -1
        : chosen.targets().get(random.nextInt(chosen.targets().size()));
    long lastsMs = chosen.lastsMs() / 2 + random.nextLong(chosen.lastsMs() / 2 + 1);
    return new Injection(chosen.fault(), target, afterMs, lastsMs, random.nextLong());
  }
}
