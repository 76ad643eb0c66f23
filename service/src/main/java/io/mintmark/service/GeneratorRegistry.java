package io.mintmark.service;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.config.Configured;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.time.ElapsedClock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The generators of a server by their names: configured ones, and auto-created ones. Thread-safe.
 *
 * <p><b>Idle names.</b> An auto-created name is closed and forgotten when nobody has asked for an
 * id for long enough ({@link #sweep}). A call that finds the generator closed has got nothing from
 * it; it drops the name, if no other call has yet, and starts over with a new generator ({@link
 * Draws}). If a name is dropped twice, or a generator that was made in the meantime is dropped, the
 * name is only made once more.
 *
 * <p><b>More generators</b> ({@link #add}) are open before the configuration has them. Callers may
 * have auto-created such a name. Then it is configured from then on; if it is closed as idle at the
 * same moment, the next call opens it again.
 */
final class GeneratorRegistry {

  private static final Logger LOG = System.getLogger(GeneratorRegistry.class.getName());

  private final Mintmark mint;
  private final ElapsedClock elapsed;
  private volatile Config config;

  private final Map<String, NamedGenerator> byName = new ConcurrentHashMap<>();

  /**
   * The configured names that could not be opened, above all as somebody has changed their line of
   * settings. Each call tries to open its name again, and {@link #openMissing} tries all of them
   * from time to time.
   */
  private final Map<String, MintmarkException> missing = new ConcurrentHashMap<>();

  /**
   * Names that make no ids before this process is started again, and why: a generator that is made
   * anew would not know that the store went back. They outlive their generators.
   */
  private final Map<String, RuntimeException> ended = new ConcurrentHashMap<>();

  private final AutoCreatedCount autoCreated = new AutoCreatedCount();

  /**
   * Opens every configured generator, but for those whose line of settings is spoilt.
   *
   * @throws ConfigurationException if some cannot be opened as they are configured; all of them
   *     are named
   */
  GeneratorRegistry(Mintmark mint, Config config, ServiceClocks clocks) {
    this.mint = mint;
    this.elapsed = clocks.elapsed();
    this.config = config;
    config
        .open(mint, this::isMissing)
        .forEach((name, generator) -> byName.put(name, named(generator, settings(name))));
  }

  private NamedGenerator named(Generator generator, Configured configured) {
    return new NamedGenerator(generator, configured, elapsed);
  }

  private void isMissing(String name, MintmarkException fault) {
    missing.put(name, fault);
    LOG.log(
        Level.ERROR,
        "a generator cannot be opened; the others are served: {0}",
        String.valueOf(fault.getMessage()));
  }

  /** The present configuration. */
  Config config() {
    return config;
  }

  /** Tells whether a configured name could not be opened. */
  boolean isMissing(String name) {
    return missing.containsKey(name);
  }

  /**
   * Takes a configuration with more generators. The new ones are opened before anybody can ask for
   * them; if that fails nothing is changed. To be called by one thread at a time.
   *
   * @param next what there is, and more
   * @throws ConfigurationException if a new generator cannot be opened as it is configured
   * @throws MintmarkException if one cannot be opened for another reason
   */
  void add(Config next) {
    Config added = next.seen(name -> !isConfigured(name));
    added.generators().keySet().forEach(this::refuseEnded);
    Map<String, Generator> opened;
    try {
      opened = added.open(mint);
    } catch (RuntimeException e) {
      mint.generators().stream()
          .filter(each -> added.generators().containsKey(each.name()))
          .filter(each -> !byName.containsKey(each.name()))
          .forEach(mint::forget);
      throw e;
    }
    opened.forEach((name, generator) -> {
      if (byName.put(name, named(generator, next.named(name))) != null) {
        autoCreated.changed(true, false);
      }
    });
    config = next;
  }

  /** Notes that a call found a generator closed. If all is closed, making it anew says so. */
  void lost(String name, NamedGenerator named) {
    if (isConfigured(name)) {
      keepEnd(name, named);
      byName.remove(name, named);
    } else {
      drop(name, named);
    }
  }

  private Configured settings(String name) {
    return Optional.ofNullable(config.generators().get(name)).orElseThrow(() -> unknown(name));
  }

  /** Finds a generator that exists; it does not create one. */
  Optional<NamedGenerator> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** One that there is; asking does not make it. */
  NamedGenerator get(String name) {
    return find(name).orElseThrow(() -> {
      NameRule.check(name);
      return unknown(name);
    });
  }

  boolean isConfigured(String name) {
    return config.generators().containsKey(name);
  }

  /** Why configured ones make no ids until somebody does something about it, in their order. */
  Stream<RuntimeException> ended() {
    return config.generators().keySet().stream().flatMap(name -> ended(name).stream());
  }

  /** Why a configured one makes no ids until somebody does something about it. */
  Optional<RuntimeException> ended(String name) {
    Optional<RuntimeException> unopened = Optional.ofNullable(missing.get(name));
    return unopened.or(() -> find(name).flatMap(NamedGenerator::ended));
  }

  /** Why the next call for an id of a configured one fails, as far as that is known. */
  Optional<RuntimeException> failure(String name) {
    return ended(name).or(() -> find(name).flatMap(NamedGenerator::nextFailure));
  }

  /** Those configured that are open, in the configuration's order. */
  Stream<NamedGenerator> configured() {
    return config.generators().keySet().stream().flatMap(name -> find(name).stream());
  }

  /** Describes those configured, in the configuration's order. */
  Stream<ServedGenerator> describeConfigured() {
    return config.generators().keySet().stream().map(this::describe);
  }

  /** Describes one that there is; one that cannot be opened says why. */
  ServedGenerator describe(String name) {
    return isConfigured(name)
        ? find(name).map(NamedGenerator::describe).orElseGet(() -> unopened(name))
        : get(name).describe();
  }

  private ServedGenerator unopened(String name) {
    @Nullable MintmarkException fault = missing.get(name);
    String why = fault == null ? "it is being opened" : String.valueOf(fault.getMessage());
    String kind = settings(name).settings().type();
    return new ServedGenerator(
        new Description(name, kind, Map.of(), List.of(why)), 0, Optional.empty());
  }

  /** What one is doing; nothing while it cannot be opened. */
  GeneratorStatus generatorStatus(String name) {
    return find(name)
        .map(NamedGenerator::generatorStatus)
        .orElseGet(() -> config
            .find(name)
            .map(known -> GeneratorStatus.none(known.settings().type()))
            .orElseThrow(() -> unknown(name)));
  }

  /** The auto-created generators, without those forgotten. */
  Stream<NamedGenerator> autoCreated() {
    return byName.entrySet().stream()
        .filter(entry -> !isConfigured(entry.getKey()))
        .map(Map.Entry::getValue);
  }

  /** How many of them there are, and were. */
  AutoCreatedCount autoCreatedCount() {
    return autoCreated;
  }

  /** Measures each, and forgets those that are idle, see {@link IdService#sweep}. */
  void sweep(long nowNanos, Duration idleAfter) {
    byName.forEach((name, named) -> {
      named.measure(nowNanos);
      if (!isConfigured(name) && named.isIdle(idleAfter.toNanos())) {
        // Closed before it is dropped: so nobody can find it by its name and then lose it.
        mint.forget(named.generator());
        drop(name, named);
      }
    });
    autoCreated.tell();
  }

  private void keepEnd(String name, NamedGenerator named) {
    named.ended().ifPresent(why -> ended.put(name, why));
  }

  /** Throws why a name makes no ids any more, if that is so. */
  private void refuseEnded(String name) {
    RuntimeException why = ended.get(name);
    if (why != null) {
      throw why;
    }
  }

  private NamedGenerator open(String name, Configured configured) {
    refuseEnded(name);
    return named(configured.settings().open(mint, name), configured);
  }

  private void drop(String name, NamedGenerator named) {
    keepEnd(name, named);
    autoCreated.changed(true, false);
    if (byName.remove(name, named)) {
      autoCreated.forgotten(named.made());
      LOG.log(Level.DEBUG, "a name was forgotten: name={0}", name);
    } else {
      autoCreated.changed(false, true);
    }
  }

  /** Makes the generator of a name, which waits for the store. */
  NamedGenerator create(String name) {
    return isConfigured(name) ? openAgain(name) : autoCreate(name);
  }

  /**
   * Holds no lock while the store is asked: two may open one name, and both get the same; and calls
   * at one moment may pass the bound, by as many as there are threads.
   */
  private NamedGenerator autoCreate(String name) {
    NameRule.check(name);
    Config now = config;
    Configured configured = now.autoCreated(name).orElseThrow(() -> unknown(name));
    if (autoCreated.count() >= now.maxAutoCreated()) {
      throw new ProblemException(
          Problem.Kind.UNKNOWN_GENERATOR,
          Message.of(
              "too many names of auto-create are in use: max-auto-created={}, name={}; it was not"
                  + " made; raise the setting, or configure the name",
              now.maxAutoCreated(),
              name));
    }
    NamedGenerator named = open(name, configured);
    @Nullable NamedGenerator before = byName.putIfAbsent(name, named);
    if (before != null) {
      return before;
    }
    autoCreated.created();
    LOG.log(Level.DEBUG, "a name was auto-created: name={0}", name);
    return named;
  }

  /** Opens a configured name that could not be opened before. */
  private NamedGenerator openAgain(String name) {
    Configured configured = settings(name);
    NamedGenerator named = open(name, configured);
    @Nullable NamedGenerator before = byName.putIfAbsent(name, named);
    if (missing.remove(name) != null) {
      LOG.log(Level.INFO, "a generator can be opened again: name={0}", name);
    }
    return before == null ? named : before;
  }

  /**
   * Tries to open what could not be opened, though nobody asks for it: a server that is not ready
   * is not asked. May wait for the store.
   */
  void openMissing() {
    for (String name : missing.keySet()) {
      try {
        NamedGenerator unused = openAgain(name);
      } catch (StoreUnavailableException e) {
        return; // The others would have to wait for the store as long.
      } catch (MintmarkException e) {
        LOG.log(Level.DEBUG, Message.of("a generator cannot be opened yet: name={}", name), e);
      }
    }
  }

  private static ProblemException unknown(String name) {
    return new ProblemException(
        Problem.Kind.UNKNOWN_GENERATOR, Message.of("no generator has this name: name={}", name));
  }
}
