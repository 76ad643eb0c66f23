package io.mintmark.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/**
 * The timers {@code mintmark.claims} of one generator in one registry. A claim takes a range of
 * numbers from the store. The timers record how many claims there are and how long they take. The
 * tag {@code outcome} is {@code answered} or {@code failed}. A Mintmark server has the same timers.
 * Thread-safe.
 */
public final class ClaimTimers {

  private final MeterRegistry registry;
  private final Timer answered;
  private final Timer failed;

  private ClaimTimers(MeterRegistry registry, Timer answered, Timer failed) {
    this.registry = registry;
    this.answered = answered;
    this.failed = failed;
  }

  /**
   * Adds a generator's timers to a registry.
   *
   * @param registry the registry
   * @param name the generator's name
   * @param kind the generator's kind
   * @return the timers, which record the generator's claims
   */
  public static ClaimTimers register(MeterRegistry registry, String name, String kind) {
    Tags tags = GeneratorMeters.tags(name, kind);
    return new ClaimTimers(
        registry, timer(registry, tags, "answered"), timer(registry, tags, "failed"));
  }

  private static Timer timer(MeterRegistry registry, Tags tags, String outcome) {
    return Timer.builder("mintmark.claims")
        .description("Claims on the store, and how long they took")
        .tags(tags.and("outcome", outcome))
        .register(registry);
  }

  /**
   * Records a successful claim.
   *
   * @param took the claim's duration
   */
  public void answered(Duration took) {
    answered.record(took);
  }

  /**
   * Records a failed claim.
   *
   * @param took the time until the failure
   */
  public void failed(Duration took) {
    failed.record(took);
  }

  void remove() {
    registry.remove(answered);
    registry.remove(failed);
  }
}
