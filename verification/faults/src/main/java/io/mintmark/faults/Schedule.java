package io.mintmark.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * What befalls a site, one step after another. A seed and the names of the faults decide it, and
 * nothing else, so that a storm can be repeated. The first step has one of the site; each fault
 * comes once before any comes twice, failovers before all others.
 */
final class Schedule {

  private static final long MIN_CALM_MS = 500;
  private static final long MAX_CALM_MS = 2_500;

  private final List<Draft> site;
  private final List<Draft> processes;
  private final SplittableRandom random;
  private final List<Draft> siteLeft = new ArrayList<>();
  private final List<Draft> processesLeft = new ArrayList<>();
  private int steps;

  Schedule(List<Draft> site, List<Draft> processes, long seed) {
    this.site = List.copyOf(site);
    this.processes = List.copyOf(processes);
    this.random = new SplittableRandom(seed);
  }

  /**
   * A fault, as the schedule knows it.
   *
   * @param fault its name
   * @param targets which processes it can befall; empty if it befalls the site
   * @param lastsMs how long at most, and half of that at least
   * @param isFirst whether it comes before those that are not
   */
  record Draft(String fault, List<Integer> targets, long lastsMs, boolean isFirst) {}

  /**
   * A fault that comes.
   *
   * @param fault its name
   * @param target which process it befalls; -1 for the site
   * @param afterMs how long after the step began
   * @param lastsMs how long
   * @param seed for what it does at random
   */
  record Blow(String fault, int target, long afterMs, long lastsMs, long seed) {

    boolean isOfSite() {
      return target < 0;
    }

    @Override
    public String toString() {
      String what = isOfSite() ? fault : fault + " (process " + target + ")";
      return String.format(
          Locale.ROOT, "%s %.1f s after %.1f s", what, lastsMs / 1e3, afterMs / 1e3);
    }
  }

  /**
   * Faults that begin together or one during the other.
   *
   * @param number counts from 1
   * @param calmMs how long nothing happens before
   * @param blows one, or one of the site and one of a process
   */
  record Step(int number, long calmMs, List<Blow> blows) {

    @Override
    public String toString() {
      return number + ": " + blows.stream().map(Blow::toString).collect(Collectors.joining(" + "));
    }
  }

  Step next() {
    long calmMs = random.nextLong(MIN_CALM_MS, MAX_CALM_MS);
    List<Blow> blows = new ArrayList<>();
    int dice = random.nextInt(4);
    if (dice != 0 || steps == 0) {
      blows.add(draw(site, siteLeft, 0));
    }
    if (dice != 1) {
      long firstMs = blows.isEmpty() ? 0 : random.nextLong(blows.get(0).lastsMs());
      blows.add(draw(processes, processesLeft, firstMs));
    }
    return new Step(++steps, calmMs, List.copyOf(blows));
  }

  private Blow draw(List<Draft> all, List<Draft> left, long afterMs) {
    if (left.isEmpty()) {
      left.addAll(all);
    }
    List<Draft> next = left.stream().anyMatch(Draft::isFirst)
        ? left.stream().filter(Draft::isFirst).toList()
        : left;
    Draft draft = next.get(random.nextInt(next.size()));
    left.remove(draft);
    int target = draft.targets().isEmpty()
        ? -1
        : draft.targets().get(random.nextInt(draft.targets().size()));
    long lastsMs = draft.lastsMs() / 2 + random.nextLong(draft.lastsMs() / 2 + 1);
    return new Blow(draft.fault(), target, afterMs, lastsMs, random.nextLong());
  }
}
