package io.mintmark.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.mintmark.generator.Generator;
import io.mintmark.generator.GeneratorObserver;
import io.mintmark.internal.time.ElapsedClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Meters of all generators of a Mintmark, including generators that are made later. Thread-safe.
 *
 * <pre>{@code
 * MintmarkMetrics metrics = new MintmarkMetrics();
 * Mintmark mint = Mintmark.builder().store(url).observer(metrics).open();
 * metrics.bindTo(registry);
 * }</pre>
 *
 * <p>{@link GeneratorMeters} and {@link ClaimTimers} describe the meters.
 */
public final class MintmarkMetrics implements GeneratorObserver, MeterBinder {

  private final ElapsedClock clock;
  private final Map<String, MeteredGenerator> generators = new ConcurrentHashMap<>();

  /** The registries with these meters. Guarded by this object's lock. */
  private final List<MeterRegistry> registries = new ArrayList<>();

  /** Makes an observer without generators. */
  public MintmarkMetrics() {
    this(ElapsedClock.system());
  }

  MintmarkMetrics(ElapsedClock clock) {
    this.clock = clock;
  }

  /**
   * Adds the meters of all present and later generators to a registry.
   *
   * @param registry a registry; the method can be called for several registries
   */
  @Override
  public synchronized void bindTo(MeterRegistry registry) {
    registries.add(registry);
    generators.values().forEach(generator -> generator.bindTo(registry));
  }

  @Override
  public synchronized void generatorMade(Generator generator) {
    MeteredGenerator metered = new MeteredGenerator(generator, clock);
    generators.put(generator.name(), metered);
    registries.forEach(metered::bindTo);
  }

  @Override
  public synchronized void generatorEnded(Generator generator) {
    Optional.ofNullable(generators.remove(generator.name())).ifPresent(MeteredGenerator::remove);
  }

  @Override
  public void claimed(Claim claim) {
    find(claim.generator()).ifPresent(metered -> metered.claimed(claim.took()));
  }

  @Override
  public void claimFailed(FailedClaim claim) {
    find(claim.generator()).ifPresent(metered -> metered.claimFailed(claim.took()));
  }

  private Optional<MeteredGenerator> find(String name) {
    return Optional.ofNullable(generators.get(name));
  }
}
