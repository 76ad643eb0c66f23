package io.mintmark.internal.kind;

import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The values that a user has set in a builder of ids that are made from claimed times. The
 * constructor of the public builder class requires this type, which users' code cannot access, so
 * only Mintmark's own builders extend that class. Not thread-safe.
 */
public final class TimedChoices {

  /** The pool of worker numbers; empty for a pool of the generator's own. */
  public Optional<String> workerPool = Optional.empty();

  /** The lowest worker number. */
  public long workersFrom;

  /** The end of the worker numbers, exclusive; empty for all worker numbers. */
  public OptionalLong workersEnd = OptionalLong.empty();

  /** The worker number to try first. */
  public OptionalLong preferred = OptionalLong.empty();

  /** The time ahead of the clock for which positions are claimed. */
  public Duration window = Duration.ofSeconds(10);

  /** How far ids may run ahead of the clock. */
  public Duration maxAhead = Duration.ofSeconds(1);

  /** How far this process's clock may be ahead of the store's clock. */
  public Duration maxSkew = Duration.ofSeconds(5);

  /** How far the clock may step back; empty for the default of the kind. */
  public Optional<Duration> clockTolerance = Optional.empty();

  /** The reaction to a larger step; empty for the default of the kind. */
  public Optional<OnClockBehind> onClockBehind = Optional.empty();

  /** Whether the user has confirmed that this process's clock is right. */
  public boolean clockConfirmed;

  /** The secret that hides ids; empty for plain ids. */
  public Optional<IdCipher> opaque = Optional.empty();

  /** The order of ids: over all calls, or only within each thread. */
  public IdOrder order = IdOrder.GENERATOR;

  /** Creates the default values. */
  public TimedChoices() {}

  /**
   * Returns the settings.
   *
   * @param waits whether calls wait when the clock steps back, without a tolerance, unless the user
   *     has set these values
   * @return a value that later changes do not affect
   */
  public TimedSettings settings(boolean waits) {
    return new TimedSettings(
        workerPool,
        workersFrom,
        workersEnd,
        preferred,
        window,
        maxAhead,
        maxSkew,
        clockTolerance.orElse(waits ? Duration.ZERO : Duration.ofMinutes(1)),
        waits ? onClockBehind.or(() -> Optional.of(OnClockBehind.WAIT)) : onClockBehind,
        clockConfirmed,
        opaque,
        order);
  }
}
