package io.mintmark.service;

import io.mintmark.error.Message;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Whether a server is ready, why it is not, and how long it can continue to make ids.
 * {@link IdService#readiness} determines it.
 *
 * @param problem why the server is not ready; empty if it is ready
 * @param since when the store was first found to take no claims
 * @param storeFault why the store takes no claims; empty if it takes claims
 * @param generators the configured generators, and the auto-created name that runs out first
 */
public record Readiness(
    Optional<Problem> problem,
    Optional<Instant> since,
    Optional<String> storeFault,
    List<GeneratorReadiness> generators) {

  /**
   * The problem of a server whose store is being opened. It contains no names and no addresses, so
   * every caller may see it.
   */
  private static final Problem OPENING = new Problem(
      Problem.Kind.STORE_UNAVAILABLE,
      "the store is being opened; no ids are made until then",
      List.of(),
      1);

  /**
   * Returns the readiness of a server whose store is not open yet.
   *
   * @param since when the server started to open the store
   * @param store the store's URL, without secrets
   */
  public static Readiness opening(Instant since, String store) {
    return new Readiness(
        Optional.of(OPENING),
        Optional.of(since),
        Optional.of(Message.of(
            "it is not open yet: store={}; the server's log shows why a try failed", store)),
        List.of());
  }

  /** Returns a copy with only the generators that the caller may see. */
  public Readiness seen(Predicate<String> visible) {
    return new Readiness(
        problem,
        since,
        storeFault,
        generators.stream().filter(each -> visible.test(each.name())).toList());
  }

  /** Returns a copy without names and addresses. */
  public Readiness unnamed() {
    return new Readiness(
        problem.map(each -> each.equals(OPENING) ? each : each.withoutDetail()),
        since,
        Optional.empty(),
        List.of());
  }
}
