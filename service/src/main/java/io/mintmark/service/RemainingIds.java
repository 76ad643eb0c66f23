package io.mintmark.service;

import io.mintmark.generator.Supply;
import java.time.Duration;
import java.util.Optional;

/**
 * The ids that a generator can make without the store.
 *
 * @param name the generator's name
 * @param left ids that are claimed and not handed out
 * @param lasts how long these ids last at the rate of the last seconds; empty if no ids were made
 *     lately and the ids do not expire
 */
public record RemainingIds(String name, long left, Optional<Duration> lasts) {

  static RemainingIds of(String name, Supply supply, double perSecond) {
    Optional<Duration> used = perSecond > 0
        ? Optional.of(Duration.ofSeconds((long) (supply.left() / perSecond)))
        : Optional.empty();
    Optional<Duration> lapses = supply.lapsesIn();
    boolean lapsesFirst =
        lapses.isPresent() && used.map(time -> lapses.get().compareTo(time) < 0).orElse(true);
    return new RemainingIds(name, supply.left(), lapsesFirst ? lapses : used);
  }
}
