package io.mintmark.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.mintmark.generator.Supply;
import io.mintmark.service.GeneratorStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The meters of one generator, tagged with its name and kind. They read the generator only when the
 * registry reads them, so they add no cost to making an id. A Mintmark server has the same meters.
 */
public final class GeneratorMeters {

  private static final double MILLIS = 1e3;

  private GeneratorMeters() {}

  /**
   * Adds a generator's meters to a registry.
   *
   * @param registry the registry
   * @param name the generator's name
   * @param status the generator's status; the registry refers to it weakly, so the caller must keep
   *     it
   * @return the meters, so that the caller can remove them
   */
  public static List<Meter> register(
      MeterRegistry registry, String name, Supplier<GeneratorStatus> status) {
    GeneratorStatus first = status.get();
    Tags tags = tags(name, first.kind());
    List<Meter> meters = new ArrayList<>();
    meters.add(
        FunctionCounter.builder("mintmark.ids", status, each -> each.get().made())
            .description("Ids that were made")
            .tags(tags)
            .register(registry));
    first
        .timeEnds()
        .ifPresent(end -> meters.add(TimeGauge.builder(
                "mintmark.time.remaining",
                end,
                TimeUnit.SECONDS,
                moment -> secondsUntil(registry, moment))
            .description("How long until the time field of ids ends")
            .strongReference(true)
            .tags(tags)
            .register(registry)));
    if (first.supply().isEmpty()) {
      return meters;
    }
    meters.add(Gauge.builder("mintmark.claimed.ids", status, each -> left(each.get()))
        .description("Ids that are claimed and not handed out")
        .tags(tags)
        .register(registry));
    meters.add(TimeGauge.builder(
            "mintmark.claimed.remaining", status, TimeUnit.SECONDS, each -> lasts(each.get()))
        .description("How long claimed ids last at the recent rate; +Inf while none are made")
        .tags(tags)
        .register(registry));
    if (first.timeEnds().isPresent()) {
      meters.add(FunctionCounter.builder(
              "mintmark.clock.rollbacks",
              status,
              each -> each.get().supply().map(Supply::clockStepsBack).orElse(0L))
          .description("How often the wall clock went back")
          .tags(tags)
          .register(registry));
    }
    return meters;
  }

  static Tags tags(String name, String kind) {
    return Tags.of("generator", name, "kind", kind);
  }

  private static double secondsUntil(MeterRegistry registry, Instant moment) {
    return (moment.toEpochMilli() - registry.config().clock().wallTime()) / MILLIS;
  }

  private static double left(GeneratorStatus status) {
    return status.supply().map(Supply::left).orElse(0L);
  }

  private static double lasts(GeneratorStatus status) {
    return status
        .lasts()
        .map(Duration::toMillis)
        .map(ms -> ms / MILLIS)
        .orElse(Double.POSITIVE_INFINITY);
  }
}
