package io.mintmark.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.mintmark.generator.Generator;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.service.GeneratorStatus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A generator and its meters in each registry. Thread-safe. */
final class MeteredGenerator {

  /**
   * The minimum interval over which a rate is computed. Over a shorter interval, a rate means
   * little.
   */
  private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final double NANOS_PER_SECOND = 1e9;

  private final Generator generator;
  private final ElapsedClock clock;

  /** Supplies the status. Kept in a field, because registries refer to it weakly. */
  private final Supplier<GeneratorStatus> status = this::status;

  private final List<Registered> registered = new CopyOnWriteArrayList<>();

  // The rate between the last two readings. These fields are guarded by this object's lock.
  private long readNanos;
  private long readMade;
  private double perSecond;

  private record Registered(MeterRegistry registry, List<Meter> meters, ClaimTimers claims) {

    void remove() {
      meters.forEach(registry::remove);
      claims.remove();
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
        ClaimTimers.register(registry, generator.name(), generator.kind())));
  }

  void remove() {
    registered.forEach(Registered::remove);
  }

  void claimed(Duration took) {
    registered.forEach(each -> each.claims.answered(took));
  }

  void claimFailed(Duration took) {
    registered.forEach(each -> each.claims.failed(took));
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
