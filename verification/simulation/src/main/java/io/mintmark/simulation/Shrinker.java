package io.mintmark.simulation;

import io.mintmark.simulation.RunSettings.Parts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Removes the parts of a run (generators, processes, faults) without which the run still breaks the
 * same promise. Each attempt runs the smaller run from its start.
 *
 * <p>A list is shortened by halves, then by quarters, down to single elements. This is repeated for
 * all three lists in turn until none becomes shorter, because a process may be needed only for a
 * fault.
 */
final class Shrinker {

  private static final int MAX_ATTEMPTS = 400;

  /** Limited because each attempt at a run of hundreds of processes has millions of events. */
  private static final long MAX_EVENTS = 20_000_000;

  private final RunSettings settings;
  private final Seams seams;
  private final String promise;

  private Parts smallest;
  private int attempts;
  private long events;

  /** Starts with a run that has shown a violation. */
  Shrinker(RunSettings settings, Throwable violation, Seams seams) {
    this.settings = settings;
    this.seams = seams;
    this.smallest = settings.all();
    this.promise = Violation.promise(violation);
  }

  /** Returns the smallest parts that were found. */
  Parts shrunk() {
    int before;
    do {
      before = smallest.size();
      leaveOut(smallest.subjects(), kept -> new Parts(smallest.hosts(), kept, smallest.faults()));
      leaveOut(smallest.hosts(), this::withHosts);
      leaveOut(smallest.faults(), kept -> new Parts(smallest.hosts(), smallest.subjects(), kept));
    } while (smallest.size() < before && mayTry());
    return smallest;
  }

  /** Removes hosts together with their faults. */
  private Parts withHosts(List<Integer> kept) {
    List<PlannedFault> faults = smallest.faults().stream()
        .filter(fault -> fault.kind().isOfStore()
            || fault.host() >= settings.hosts()
            || kept.contains(fault.host()))
        .toList();
    return new Parts(kept, smallest.subjects(), faults);
  }

  private <T> void leaveOut(List<T> all, Function<List<T>, Parts> parts) {
    List<T> needed = all;
    for (int part = Math.max(1, needed.size() / 2); part > 0; part /= 2) {
      for (int from = 0; from < needed.size() && mayTry(); ) {
        List<T> fewer = new ArrayList<>(needed);
        fewer.subList(from, Math.min(from + part, needed.size())).clear();
        Parts smaller = parts.apply(fewer);
        if (fails(smaller)) {
          needed = fewer;
          smallest = smaller;
        } else {
          from += part;
        }
      }
    }
  }

  private boolean mayTry() {
    return attempts < MAX_ATTEMPTS && events < MAX_EVENTS;
  }

  private boolean fails(Parts smaller) {
    attempts++;
    Run.Result result = new Run(settings, smaller, seams, null).run();
    events += result.events();
    Throwable violation = result.violation();
    return violation != null && Violation.promise(violation).equals(promise);
  }
}
