package io.mintmark.service;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The answer to whether a server is ready: why it is not, and how long it can go on making ids.
 * {@link IdService#readiness} decides it.
 *
 * @param problem why the server is not ready; empty if it is
 * @param since when the store was first found to take no claims
 * @param runways the ids that each configured generator has claimed ahead, and those of the
 *     auto-created name that runs out first
 */
public record Readiness(
    Optional<Problem> problem, Optional<Instant> since, List<RemainingIds> runways) {

  /** Returns the same with only the generators that the caller may see. */
  public Readiness seen(Predicate<String> generators) {
    return new Readiness(
        problem,
        since,
        runways.stream().filter(each -> generators.test(each.name())).toList());
  }

  /** Returns the same without names and addresses. */
  public Readiness unnamed() {
    return new Readiness(problem.map(Problem::withoutDetail), since, List.of());
  }
}
