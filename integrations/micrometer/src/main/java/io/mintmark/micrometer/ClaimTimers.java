package io.mintmark.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/**
 * The timers {@code mintmark.claims} of one generator in one registry: how many claims there were
 * and how long they took, tagged {@code outcome} by {@code answered} or {@code failed}. A Mintmark
 * server shows the same. Thread-safe.
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
   * @param registry where they are added
   * @param name the generator's name
   * @param kind the generator's kind
   * @return what is told of its claims
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
   * Notes a claim that the store has answered.
   *
   * @param took how long that took
   */
  public void answered(Duration took) {
    answered.record(took);
  }

  /**
   * Notes a claim that has failed.
   *
   * @param took how long it took to fail
   */
  public void failed(Duration took) {
    failed.record(took);
  }

  void remove() {
    registry.remove(answered);
    registry.remove(failed);
  }
}
