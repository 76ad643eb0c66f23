package io.mintmark.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.mintmark.generator.Generator;
import io.mintmark.service.GeneratorStatus;
import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A generator and its meters in each registry. Thread-safe. */
final class MeteredGenerator {

  /** Rates over less time than that say little. */
  private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final double NANOS_PER_SECOND = 1e9;

  private final Generator generator;
  private final ElapsedClock clock;

  /** Kept here, as registries hold it weakly. */
  private final Supplier<GeneratorStatus> status = this::status;

  private final List<Registered> registered = new CopyOnWriteArrayList<>();

  // How fast ids were made between the last readings; guarded by this.
  private long readNanos;
  private long readMade;
  private double perSecond;

  private record Registered(
      MeterRegistry registry, List<Meter> meters, Timer answered, Timer failed) {

    void remove() {
      meters.forEach(registry::remove);
      registry.remove(answered);
      registry.remove(failed);
    }
  }

  MeteredGenerator(Generator generator, ElapsedClock clock) {
    this.generator = generator;
    this.clock = clock;
    this.readNanos = clock.nanos();
  }

  void bindTo(MeterRegistry registry) {
    registered.add(new Registered(
        registry,
        GeneratorMeters.register(registry, generator.name(), status),
        timer(registry, "answered"),
        timer(registry, "failed")));
  }

  private Timer timer(MeterRegistry registry, String outcome) {
    Tags tags = GeneratorMeters.tags(generator.name(), generator.kind());
    return Timer.builder("mintmark.claims")
        .description("Claims on the store, and how long they took")
        .tags(tags.and("outcome", outcome))
        .register(registry);
  }

  void remove() {
    registered.forEach(Registered::remove);
  }

  void claimed(Duration took) {
    registered.forEach(each -> each.answered.record(took));
  }

  void claimFailed(Duration took) {
    registered.forEach(each -> each.failed.record(took));
  }

  private GeneratorStatus status() {
    long made = generator.made();
    return GeneratorStatus.of(generator, made, perSecond(made));
  }

  private synchronized double perSecond(long made) {
    long passed = clock.nanos() - readNanos;
    if (passed >= LEAST_NANOS) {
      perSecond = (made - readMade) * NANOS_PER_SECOND / passed;
      readNanos += passed;
      readMade = made;
    }
    return perSecond;
  }
}
