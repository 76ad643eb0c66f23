package io.mintmark.service;

import static java.util.Comparator.naturalOrder;

import io.mintmark.generator.Generator;
import io.mintmark.generator.Supply;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How many ids a generator has made, and how many more it can make.
 *
 * @param kind the kind of its ids
 * @param made how many ids this server has made since its start; the ids of calls that end at this
 *     moment may be missing
 * @param supply the ids that the generator has claimed ahead; empty if it claims nothing ahead
 * @param timeEnds when the time in its ids ends; empty if its ids contain no time
 * @param lasts how long {@code supply} lasts at the rate of the last seconds; empty if no ids were
 *     made lately and the claimed ids do not expire
 */
public record GeneratorStatus(
    String kind,
    long made,
    Optional<Supply> supply,
    Optional<Instant> timeEnds,
    Optional<Duration> lasts) {

  /**
   * Reads a generator.
   *
   * @param generator any generator
   * @param made how many ids the generator made, as the caller counts them
   * @param perSecond how many ids the generator made per second recently
   * @return its present status
   */
  public static GeneratorStatus of(Generator generator, long made, double perSecond) {
    Optional<Supply> supply = generator.supply();
    return new GeneratorStatus(
        generator.kind(),
        made,
        supply,
        generator.timeEnds(),
        supply.flatMap(each -> lasts(each, perSecond)));
  }

  private static Optional<Duration> lasts(Supply supply, double perSecond) {
    Optional<Duration> used = perSecond > 0
        ? Optional.of(Duration.ofSeconds((long) (supply.left() / perSecond)))
        : Optional.empty();
    return Stream.concat(used.stream(), supply.lapsesIn().stream()).min(naturalOrder());
  }

  /** Returns the status of a generator that is not open. */
  static GeneratorStatus none(String kind) {
    return new GeneratorStatus(kind, 0, Optional.empty(), Optional.empty(), Optional.empty());
  }
}
