package io.mintmark.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Leaves out of a world whatever it can do without and still break the same promise: generators,
 * processes, faults. Each attempt is a run of the smaller world, from its beginning.
 *
 * <p>A list is made shorter by halves, then by quarters, down to single things. That is done to all
 * three lists in turn until none becomes shorter, as a fault that is gone may take with it the need
 * for a process.
 */
final class Shrinker {

  /** Worlds that are tried at most. */
  private static final int MAX_ATTEMPTS = 400;

  /** No more are tried once they had so many events: a crowd has millions in each. */
  private static final long MAX_EVENTS = 20_000_000;

  private final String promise;

  private WorldSettings smallest;
  private int attempts;
  private long events;

  /**
   * Begins with a world that fails.
   *
   * @param violation what it has shown
   */
  Shrinker(WorldSettings settings, Throwable violation) {
    this.smallest = settings;
    this.promise = Violation.promise(violation);
  }

  /** Returns the smallest world that was found. */
  WorldSettings shrunk() {
    int before;
    do {
      before = size();
      leaveOut(smallest.subjects(), kept -> smallest.with(smallest.absent(), kept, faults()));
      leaveOut(present(smallest), this::withHosts);
      leaveOut(faults(), kept -> smallest.with(smallest.absent(), smallest.subjects(), kept));
    } while (size() < before && mayTry());
    return smallest;
  }

  /** The numbers of the hosts that a world has. */
  static List<Integer> present(WorldSettings settings) {
    return IntStream.range(0, settings.hosts())
        .filter(host -> !settings.absent().contains(host))
        .boxed()
        .toList();
  }

  private List<PlannedFault> faults() {
    return smallest.faults();
  }

  private int size() {
    return smallest.subjects().size() + present(smallest).size() + faults().size();
  }

  /** What befalls a host that is not there is left out with it. */
  private WorldSettings withHosts(List<Integer> kept) {
    Set<Integer> absent = new TreeSet<>();
    IntStream.range(0, smallest.hosts()).forEach(absent::add);
    kept.forEach(absent::remove);
    List<PlannedFault> left = faults().stream()
        .filter(fault -> fault.kind().isOfStore() || !absent.contains(fault.host()))
        .toList();
    return smallest.with(absent, smallest.subjects(), left);
  }

  private <T> void leaveOut(List<T> all, Function<List<T>, WorldSettings> world) {
    List<T> needed = all;
    for (int part = Math.max(1, needed.size() / 2); part > 0; part /= 2) {
      for (int from = 0; from < needed.size() && mayTry(); ) {
        List<T> fewer = new ArrayList<>(needed);
        fewer.subList(from, Math.min(from + part, needed.size())).clear();
        WorldSettings smaller = world.apply(fewer);
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

  private boolean fails(WorldSettings smaller) {
    attempts++;
    World.Result result = new World(smaller).run();
    events += result.events();
    Throwable violation = result.violation();
    return violation != null && Violation.promise(violation).equals(promise);
  }
}
