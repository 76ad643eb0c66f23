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
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.SpecLine;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The generators of a server by name: configured and auto-created. Thread-safe.
 *
 * <p><b>Idle names.</b> An auto-created name that has made no id for long enough is closed and
 * forgotten ({@link #sweep}). A call that finds the generator closed has drawn nothing from it. It
 * drops the name, unless another call has already dropped it, and starts over with a new generator
 * ({@link Draws}). If a name is dropped twice, or a newer generator of the name is dropped, the
 * only effect is that the name is opened once more.
 *
 * <p><b>More generators.</b> {@link #reconfigure} opens the new generators before it puts them into
 * the configuration. If callers have already auto-created a name that is added, the name counts as
 * configured from then on. If the name is closed as idle at the same moment, the next call opens it
 * again.
 */
final class GeneratorRegistry {

  private static final Logger LOG = System.getLogger(GeneratorRegistry.class.getName());

  private final Mintmark mint;
  private final ServiceClocks clocks;
  private volatile Config config;

  private final Map<String, NamedGenerator> byName = new ConcurrentHashMap<>();

  /**
   * The configured names that could not be opened, mostly because another program has changed the
   * lines (counters in the store) that identify their settings. Each call for such a name tries to
   * open it again, and {@link #openMissing} regularly tries all of them.
   */
  private final Map<String, MintmarkException> missing = new ConcurrentHashMap<>();

  /**
   * Names that make no ids until this process is restarted, with the reason. A generator of the
   * name detected that the store had lost claims. A new generator could not detect this, so an
   * entry is kept after its generator is closed.
   */
  private final Map<String, MintmarkException> ended = new ConcurrentHashMap<>();

  private final LongAdder madeByForgotten = new LongAdder();

  /**
   * Opens every configured generator for which the line that identifies its settings is intact.
   *
   * @throws ConfigurationException if some generators cannot be opened as configured; the message
   *     names all of them
   */
  GeneratorRegistry(Mintmark mint, Config config, ServiceClocks clocks) {
    this.mint = mint;
    this.clocks = clocks;
    this.config = config;
    config
        .open(mint, this::isMissing)
        .forEach((name, generator) -> byName.put(name, named(generator, settings(name))));
  }

  private NamedGenerator named(Generator generator, Configured configured) {
    return new NamedGenerator(generator, configured, clocks);
  }

  private void isMissing(String name, MintmarkException fault) {
    missing.put(name, fault);
    LOG.log(
        Level.ERROR,
        "a generator cannot be opened; the others are served: {0}",
        String.valueOf(fault.getMessage()));
  }

  /** Returns the present configuration. */
  Config config() {
    return config;
  }

  /**
   * Adds the generators that only the new configuration contains, see {@link
   * IdService#reconfigure}. They are opened before callers can use them. If that fails, nothing is
   * changed.
   */
  synchronized Config reconfigure(Config next) {
    Config before = config;
    Config added = next.seen(name -> !isConfigured(name));
    added.generators().keySet().forEach(this::refuseEnded);
    Map<String, Generator> fresh;
    try {
      fresh = added.open(mint);
    } catch (RuntimeException e) {
      mint.generators().stream()
          .filter(each -> added.generators().containsKey(each.name()))
          .filter(each -> !byName.containsKey(each.name()))
          .forEach(mint::forget);
      throw e;
    }
    fresh.forEach((name, generator) -> byName.put(name, named(generator, added.named(name))));
    Map<String, Configured> all = new LinkedHashMap<>(before.generators());
    all.putAll(added.generators());
    config = before.with(all);
    logWhatNeedsARestart(before, next);
    return config;
  }

  private static void logWhatNeedsARestart(Config before, Config next) {
    Set<String> kept = new TreeSet<>();
    before.generators().forEach((name, configured) -> {
      Configured other = next.generators().get(name);
      if (other == null
          || !configured.settings().texts().equals(other.settings().texts())) {
        kept.add(name);
      }
    });
    if (!autoCreate(before).equals(autoCreate(next))) {
      kept.add("auto-create");
    }
    if (!kept.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "the configuration changes or removes settings of this server; the old ones stay in"
              + " force: changed={0}; restart one server after another",
          kept);
    }
  }

  private static List<?> autoCreate(Config config) {
    return Stream.concat(
            Stream.of(config.maxAutoCreated()),
            config.autoCreate().stream()
                .map(each -> each.names() + " " + each.configured().settings().texts()))
        .toList();
  }

  /**
   * Drops a generator that is closed. If it is closed because the Mintmark is closed, opening the
   * name again fails and reports this.
   */
  void drop(String name, NamedGenerator named) {
    if (byName.remove(name, named) && !isConfigured(name)) {
      madeByForgotten.add(named.made());
      LOG.log(Level.DEBUG, "a name was forgotten: name={0}", name);
    }
  }

  /** Records why a name makes no ids any more. Returns whether this is the first reason. */
  boolean end(String name, MintmarkException why) {
    return ended.put(name, why) == null;
  }

  private Configured settings(String name) {
    return Optional.ofNullable(config.generators().get(name)).orElseThrow(() -> unknown(name));
  }

  /** Finds a generator that exists. Does not create one. */
  Optional<NamedGenerator> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Returns a generator that exists. Does not create one. */
  NamedGenerator get(String name) {
    return find(name).orElseThrow(() -> {
      checkName(name);
      return unknown(name);
    });
  }

  boolean isConfigured(String name) {
    return config.generators().containsKey(name);
  }

  /**
   * Returns the reasons why configured generators make no ids until an administrator acts, in the
   * configuration's order.
   */
  Stream<RuntimeException> ended() {
    return config.generators().keySet().stream().flatMap(name -> ended(name).stream());
  }

  /** Returns the reason why a configured generator makes no ids until an administrator acts. */
  Optional<RuntimeException> ended(String name) {
    return Optional.<RuntimeException>ofNullable(missing.get(name))
        .or(() -> Optional.ofNullable(ended.get(name)));
  }

  /** Returns the known reason why the next call for an id of a configured generator fails. */
  Optional<RuntimeException> failure(String name) {
    return ended(name).or(() -> find(name).flatMap(NamedGenerator::nextFailure));
  }

  /** Returns the configured generators that are open, in the configuration's order. */
  Stream<NamedGenerator> configured() {
    return config.generators().keySet().stream().flatMap(name -> find(name).stream());
  }

  /** Describes the configured generators, in the configuration's order. */
  Stream<ServedGenerator> describeConfigured() {
    return config.generators().keySet().stream().map(this::describe);
  }

  /**
   * Describes a generator that exists. If the generator cannot be opened, the description contains
   * the reason.
   */
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

  /**
   * Returns the status of a generator. The status is empty while the generator cannot be opened.
   */
  GeneratorStatus generatorStatus(String name) {
    return find(name)
        .map(NamedGenerator::generatorStatus)
        .orElseGet(() -> config
            .find(name)
            .map(known -> GeneratorStatus.none(known.settings().type()))
            .orElseThrow(() -> unknown(name)));
  }

  /** Returns the auto-created generators. Forgotten names are left out. */
  Stream<NamedGenerator> autoCreated() {
    return byName.entrySet().stream()
        .filter(entry -> !isConfigured(entry.getKey()))
        .map(Map.Entry::getValue);
  }

  /**
   * Returns the number of auto-created names. Forgotten names are not counted. A configured name is
   * either open or missing. While it is being opened again, the result is one too low.
   */
  int autoCreatedCount() {
    return Math.max(0, byName.size() + missing.size() - config.generators().size());
  }

  /** Returns the number of ids that forgotten names have made. */
  long madeByForgotten() {
    return madeByForgotten.sum();
  }

  /** Measures each generator, and forgets idle auto-created names, see {@link IdService#sweep}. */
  void sweep(long nowNanos, Duration idleAfter) {
    byName.forEach((name, named) -> {
      named.measure(nowNanos);
      if (!isConfigured(name) && named.isIdle(idleAfter.toNanos())) {
        // If the name were dropped first, a call could open the name again, and get this generator
        // just before it is closed.
        mint.forget(named.generator());
        drop(name, named);
      }
    });
  }

  /** Throws the reason if the name makes no ids any more. */
  private void refuseEnded(String name) {
    MintmarkException why = ended.get(name);
    if (why != null) {
      throw why;
    }
  }

  private NamedGenerator open(String name, Configured configured) {
    refuseEnded(name);
    return named(configured.settings().open(mint, name), configured);
  }

  /** Opens the generator of a name; waits for the store. */
  NamedGenerator create(String name) {
    return isConfigured(name) ? openAgain(name) : autoCreate(name);
  }

  /**
   * Opens an auto-created name. Holds no lock while it waits for the store. So two threads may open
   * the same name. Both then get the same generator. Concurrent calls may exceed the bound by the
   * number of threads.
   */
  private NamedGenerator autoCreate(String name) {
    checkName(name);
    Config now = config;
    Configured configured = now.autoCreated(name).orElseThrow(() -> unknown(name));
    if (autoCreatedCount() >= now.maxAutoCreated()) {
      throw new ProblemException(
          Problem.Kind.UNKNOWN_GENERATOR,
          Message.of(
              "too many names of auto-create are in use: max-auto-created={}, name={}; no"
                  + " generator was made; raise the setting, or configure the name",
              now.maxAutoCreated(),
              name));
    }
    NamedGenerator named = open(name, configured);
    @Nullable NamedGenerator before = byName.putIfAbsent(name, named);
    if (before != null) {
      return before;
    }
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
   * Tries to open the missing generators without waiting for a call, because a server that is not
   * ready gets no calls. May wait for the store.
   */
  void openMissing() {
    for (String name : missing.keySet()) {
      try {
        NamedGenerator unused = openAgain(name);
      } catch (StoreUnavailableException e) {
        return; // Opening each of the other names would wait for the store too.
      } catch (MintmarkException e) {
        LOG.log(Level.DEBUG, Message.of("a generator cannot be opened yet: name={}", name), e);
      }
    }
  }

  private static ProblemException unknown(String name) {
    return new ProblemException(
        Problem.Kind.UNKNOWN_GENERATOR, Message.of("no generator has this name: name={}", name));
  }

  /**
   * Checks a name. A name that no generator can have is reported as a wrong argument, and not as an
   * unknown generator or a fault of the settings. The longest line name that is made from it must
   * be valid.
   *
   * @throws IllegalArgumentException if no generator can have the name
   */
  private static void checkName(String name) {
    try {
      String unusedLongest = LineName.check(SpecLine.of(SpecLine.WORKERS + name));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "no generator can have this name: " + e.getMessage() + ", name=" + name, e);
    }
    if (SpecLine.isReserved(name)) {
      throw new IllegalArgumentException(Message.of(
          "no generator can have this name: names that start like this are reserved for Mintmark's"
              + " own lines, name={}",
          name));
    }
  }
}
