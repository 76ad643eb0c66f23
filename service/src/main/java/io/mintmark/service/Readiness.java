package io.mintmark.service;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Whether the server can claim, and how long it makes ids if it cannot.
 *
 * @param problem why it cannot, if so
 * @param since when the store was first found to take no claims
 * @param runways how far each configured generator that claims ahead gets without the store, and of
 *     the names made by being asked for the one whose ids run dry first
 */
public record Readiness(
    Optional<Problem> problem, Optional<Instant> since, List<RemainingIds> runways) {

  /** The same with the generators that may be seen. */
  public Readiness seen(Predicate<String> generators) {
    return new Readiness(
        problem,
        since,
        runways.stream().filter(each -> generators.test(each.name())).toList());
  }

  /** The same without names and addresses. */
  public Readiness unnamed() {
    return new Readiness(problem.map(Problem::withoutDetail), since, List.of());
  }
}
