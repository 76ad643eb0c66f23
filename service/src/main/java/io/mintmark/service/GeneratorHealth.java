package io.mintmark.service;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.config.Configured;
import io.mintmark.generator.Generator;
import io.mintmark.time.ElapsedClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether the configured generators of a Mintmark can make an id, in an application that calls them
 * itself: the reason of a failure is that of the next call. The log records the start and the end
 * of that time. One thread calls {@link #check}; everything else is thread-safe.
 */
public final class GeneratorHealth {

  private final Config config;
  private final List<NamedGenerator> generators = new ArrayList<>();
  private final NextCalls nextCalls;

  /**
   * Looks at the generators of a configuration.
   *
   * @param mint has made them already
   * @param config names them
   */
  public GeneratorHealth(Mintmark mint, Config config) {
    ElapsedClock elapsed = ElapsedClock.system();
    this.config = config;
    this.nextCalls = new NextCalls(mint.store(), elapsed);
    for (Generator generator : mint.generators()) {
      Configured configured = config.generators().get(generator.name());
      if (configured != null) {
        generators.add(new NamedGenerator(generator, configured, elapsed));
      }
    }
  }

  /**
   * Checks those that have no claimed positions, or that could not make an id the last time.
   * Nothing is claimed for a generator that nobody has called yet. Waits for the store.
   *
   * @param suspects the names of those whose claims failed or whose clock stepped back since the
   *     last time; each makes an id, which nobody gets
   */
  public void check(Set<String> suspects) {
    generators.stream()
        .filter(each -> suspects.contains(each.generator().name()))
        .forEach(NextCalls::call);
    nextCalls.check(config, generators);
  }

  /** Why the first generator that cannot make an id fails. Never waits. */
  public Optional<RuntimeException> problem() {
    return generators.stream().flatMap(each -> each.nextFailure().stream()).findFirst();
  }
}
