package io.mintmark.service;

import io.mintmark.generator.Generator;
import io.mintmark.generator.Supply;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The work of a generator, in numbers.
 *
 * @param kind what it makes
 * @param made ids made here since the server started; calls that end at this moment may be missing
 * @param supply what it has claimed ahead; empty if it claims nothing ahead
 * @param timeEnds when the time in its ids ends; empty if there is none in them
 * @param lasts how long that lasts at the rate of the last seconds; empty if none were made lately
 *     and it does not lapse
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
   * @param generator any
   * @param made how many ids it made, by whatever is counted
   * @param perSecond how many it made a second of late
   * @return what it is doing now
   */
  public static GeneratorStatus of(Generator generator, long made, double perSecond) {
    Optional<Supply> supply = generator.supply();
    return new GeneratorStatus(
        generator.kind(),
        made,
        supply,
        generator.timeEnds(),
        supply.flatMap(
            each -> RemainingIds.of(generator.name(), each, perSecond).lasts()));
  }

  /** Of a generator that does nothing. */
  static GeneratorStatus none(String kind) {
    return new GeneratorStatus(kind, 0, Optional.empty(), Optional.empty(), Optional.empty());
  }
}
