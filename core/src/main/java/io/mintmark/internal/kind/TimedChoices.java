package io.mintmark.internal.kind;

import io.mintmark.generator.IdCipher;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a user has set in a builder of ids that are made from claimed times. A user's class cannot
 * name this type, so only Mintmark's own builders extend the public class that fills it. Not
 * thread-safe.
 */
public final class TimedChoices {

  /** The pool of worker numbers; empty for the generator's own. */
  public Optional<String> workerPool = Optional.empty();

  /** The lowest worker number. */
  public long workersFrom;

  /** The end of the worker numbers, excluded; empty for all. */
  public OptionalLong workersEnd = OptionalLong.empty();

  /** The worker number to try first. */
  public OptionalLong preferred = OptionalLong.empty();

  /** The time ahead of the clock for which positions are claimed. */
  public Duration window = Duration.ofSeconds(10);

  /** How far ids may run ahead of the clock. */
  public Duration maxAhead = Duration.ofSeconds(1);

  /** How far the clock may be ahead of the store's. */
  public Duration maxSkew = Duration.ofSeconds(5);

  /** How far the clock may step back; empty for the kind's default. */
  public Optional<Duration> clockTolerance = Optional.empty();

  /** The reaction to a larger step; empty for the kind's default. */
  public Optional<OnClockBehind> onClockBehind = Optional.empty();

  /** Whether the clock is right. */
  public boolean clockConfirmed;

  /** The secret that hides ids. */
  public Optional<IdCipher> opaque = Optional.empty();

  /** Among which calls ids rise. */
  public IdOrder order = IdOrder.GENERATOR;

  /** Makes the defaults. */
  public TimedChoices() {}

  /**
   * Returns the settings.
   *
   * @return a value that later changes do not affect
   */
  public TimedSettings settings() {
    return settings(Duration.ofMinutes(1), Optional.empty());
  }

  /**
   * Returns the settings, with other defaults for a clock that steps back.
   *
   * @param usualTolerance the tolerance if none is set
   * @param usualAction the reaction beyond the tolerance if none is set; empty for the default
   * @return a value that later changes do not affect
   */
  public TimedSettings settings(Duration usualTolerance, Optional<OnClockBehind> usualAction) {
    return new TimedSettings(
        workerPool,
        workersFrom,
        workersEnd,
        preferred,
        window,
        maxAhead,
        maxSkew,
        clockTolerance.orElse(usualTolerance),
        onClockBehind.or(() -> usualAction),
        clockConfirmed,
        opaque,
        order);
  }
}
