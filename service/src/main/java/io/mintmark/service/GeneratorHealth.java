package io.mintmark.service;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.internal.access.MintmarkAccess;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks whether the configured generators of a Mintmark can make an id, for an application that
 * calls them directly. A reported reason is the error with which the next call is expected to fail.
 * The log records the start and the end of a failure. One thread calls {@link #check}; everything
 * else is thread-safe.
 */
public final class GeneratorHealth {

  private final Config config;
  private final List<NamedGenerator> generators;
  private final NextCalls nextCalls;

  /**
   * Watches the generators of a configuration.
   *
   * @param mint the Mintmark that has opened the generators
   * @param config the configuration that names the generators
   */
  public GeneratorHealth(Mintmark mint, Config config) {
    ServiceClocks clocks = ServiceClocks.system();
    this.config = config;
    this.nextCalls = new NextCalls(MintmarkAccess.storeOf(mint), clocks.elapsed());
    this.generators = mint.generators().stream()
        .filter(each -> config.generators().containsKey(each.name()))
        .map(each -> new NamedGenerator(each, config.named(each.name()), clocks))
        .toList();
  }

  /**
   * Checks the generators without claimed positions, and the generators whose last call failed.
   * This check claims no position for a generator that was never called. Waits for the store.
   *
   * @param suspects the names of generators whose claims failed or whose clock stepped back since
   *     the last check; each of them makes one id, which is discarded
   */
  public void check(Set<String> suspects) {
    generators.stream()
        .filter(each -> suspects.contains(each.generator().name()))
        .forEach(NextCalls::call);
    nextCalls.check(config, generators);
  }

  /** Finds the first generator that cannot make an id, and returns the reason. Never waits. */
  public Optional<RuntimeException> problem() {
    return generators.stream().flatMap(each -> each.nextFailure().stream()).findFirst();
  }
}
