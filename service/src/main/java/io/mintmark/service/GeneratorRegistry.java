package io.mintmark.service;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.config.Configured;
import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.internal.store.SpecLine;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The generators of a server by name: configured and auto-created. Thread-safe.
 *
 * <p><b>Idle names.</b> An auto-created name that has made no id for long enough is closed and
 * forgotten ({@link #sweep}). A call that finds the generator closed drops the name, unless another
 * call has already dropped it, and starts over with a new generator ({@link #draw}). The caller
 * gets no number that the closed generator made, and the new generator claims again, so no id
 * repeats. If a name is dropped twice, or a newer generator of the name is dropped, the only effect
 * is that the name is opened once more.
 *
 * <p><b>More generators.</b> {@link #reconfigure} opens the new generators before it puts them into
 * the configuration. If callers have already auto-created a name that is added, the name counts as
 * configured from then on. If the name is closed as idle at the same moment, the next call opens it
 * again.
 */
final class GeneratorRegistry {

  private static final Logger LOG = System.getLogger(GeneratorRegistry.class.getName());

  /**
   * How often a call starts over. One restart is rare. Another restart is needed only if the thread
   * pauses for so long that the new generator is closed too.
   */
  private static final int MAX_REOPENS = 3;

  private final Mintmark mint;
  private final ServiceClocks clocks;

  /** Runs the opening of generators, which waits for the store. */
  private final Executor opener;

  private final LogThrottle ends;
  private volatile Config config;

  private final Map<String, NamedGenerator> byName = new ConcurrentHashMap<>();

  /**
   * Why names make no ids until an administrator acts. There are two cases:
   *
   * <ul>
   *   <li>A configured name could not be opened, because another program has changed the line (a
   *       counter in the store) that identifies its settings. Each call for the name tries to open
   *       it again, and {@link #openMissing} regularly tries all such names.
   *   <li>A generator of the name detected that its lines were moved, or that the store had lost
   *       claims. A new generator could not detect the latter, so the entry is kept after its
   *       generator is closed, until this process is restarted.
   * </ul>
   */
  private final Map<String, MintmarkException> ended = new ConcurrentHashMap<>();

  private final LongAdder madeByForgotten = new LongAdder();

  /**
   * Opens every configured generator for which the line that identifies its settings is intact.
   *
   * @throws ConfigurationException if some generators cannot be opened as configured; the message
   *     names all of them
   */
  GeneratorRegistry(Mintmark mint, Config config, Executor opener, ServiceClocks clocks) {
    this.mint = mint;
    this.clocks = clocks;
    this.opener = opener;
    this.ends = new LogThrottle(clocks.elapsed());
    this.config = config;
    config
        .open(mint, this::isMissing)
        .forEach((name, generator) -> byName.put(name, named(generator, config.named(name))));
  }

  private NamedGenerator named(Generator generator, Configured configured) {
    return new NamedGenerator(generator, configured, clocks);
  }

  private void isMissing(String name, MintmarkException fault) {
    ended.put(name, fault);
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
  synchronized void reconfigure(Config next) {
    Config before = config;
    Config added = next.seen(name -> !isConfigured(name));
    added.generators().keySet().forEach(name -> refuseIfEnded(ended.get(name)));
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
  }

  private static void logWhatNeedsARestart(Config before, Config next) {
    Map<String, Object> kept = settings(before);
    kept.entrySet().removeAll(settings(next).entrySet());
    if (!kept.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "the configuration changes or removes settings of this server; the old ones stay in"
              + " force: changed={0}; restart one server after another",
          kept.keySet());
    }
  }

  /** Returns the settings that do not change without a restart, by generator. */
  private static Map<String, Object> settings(Config config) {
    Map<String, Object> settings = new TreeMap<>();
    config
        .generators()
        .forEach((name, each) -> settings.put(name, each.settings().texts()));
    List<String> patterns = config.autoCreate().stream()
        .map(each -> each.names() + " " + each.configured().settings().texts())
        .toList();
    settings.put("auto-create", config.maxAutoCreated() + " " + patterns);
    return settings;
  }

  /**
   * Drops a generator that is closed. If it is closed because the Mintmark is closed, opening the
   * name again fails and reports this.
   */
  private void drop(String name, NamedGenerator named) {
    if (byName.remove(name, named) && !isConfigured(name)) {
      madeByForgotten.add(named.generator().made());
      LOG.log(Level.DEBUG, "a name was forgotten: name={0}", name);
    }
  }

  /**
   * Draws ids from the generator of a name. Creates the generator if auto-create allows it. Does
   * not wait.
   *
   * @param count the least number of ids that {@code call} draws
   */
  <T> CompletableFuture<T> draw(
      String name, long count, Function<NamedGenerator, CompletableFuture<T>> call) {
    @Nullable NamedGenerator found = byName.get(name);
    return found != null
        ? drawFrom(found, count, call, MAX_REOPENS)
        : opened(name).thenCompose(made -> drawFrom(made, count, call, MAX_REOPENS));
  }

  private CompletableFuture<NamedGenerator> opened(String name) {
    try {
      return CompletableFuture.supplyAsync(() -> open(name), opener);
    } catch (RejectedExecutionException e) {
      throw new ProblemException(
          Problem.Kind.OVERLOADED,
          Message.of("too many names are waiting to be opened: name={}; no id issued", name));
    } catch (OutOfMemoryError e) {
      throw new ProblemException(
          Problem.Kind.OVERLOADED,
          Message.of(
              "no thread can open the name: reason={}, name={}; no id issued",
              e.getMessage(),
              name));
    }
  }

  private <T> CompletableFuture<T> drawFrom(
      NamedGenerator named,
      long count,
      Function<NamedGenerator, CompletableFuture<T>> call,
      int reopens) {
    CompletableFuture<T> drawn = call.apply(named);
    if (drawn.isDone() && !drawn.isCompletedExceptionally()) {
      return drawn;
    }
    return drawn.exceptionallyCompose(thrown -> {
      Throwable cause = Problem.causeOf(thrown);
      String name = named.generator().name();
      if (cause instanceof ClosedException && reopens > 0) {
        drop(name, named);
        return opened(name).thenCompose(made -> drawFrom(made, count, call, reopens - 1));
      }
      if (hasEnded(cause)) {
        end(name, (MintmarkException) cause);
      } else if (count == 1 && isConfigured(name)) {
        named.failed(cause);
      }
      return CompletableFuture.failedFuture(cause);
    });
  }

  private static boolean hasEnded(@Nullable Throwable cause) {
    return cause instanceof StoreRewoundException || cause instanceof LineMovedException;
  }

  /**
   * Records and logs the end of a name. The throttle limits these log lines, even if clients use
   * very many names.
   */
  private void end(String name, MintmarkException cause) {
    if (ended.put(name, cause) == null) {
      ends.admit()
          .ifPresent(leftOut -> LOG.log(
              Level.ERROR,
              "a generator makes no ids any more: name={0}: {1}; similar messages suppressed: {2}",
              name,
              cause.getMessage(),
              Long.toString(leftOut)));
    }
  }

  /** Finds a generator that exists. Does not create one. */
  Optional<NamedGenerator> find(String name) {
    return Optional.ofNullable(byName.get(name));
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
    return Optional.ofNullable(ended.get(name));
  }

  /** Returns the known reason why the next call for an id of a configured generator fails. */
  Optional<RuntimeException> failure(String name) {
    return ended(name).or(() -> find(name).flatMap(NamedGenerator::nextFailure));
  }

  /** Returns the configured generators that are open, in the configuration's order. */
  Stream<NamedGenerator> configured() {
    return config.generators().keySet().stream().flatMap(name -> find(name).stream());
  }

  /**
   * Describes a generator that exists. If the generator cannot be opened, the description contains
   * the reason.
   */
  ServedGenerator describe(String name) {
    return find(name).map(NamedGenerator::describe).orElseGet(() -> unopened(name));
  }

  private ServedGenerator unopened(String name) {
    if (!isConfigured(name)) {
      checkName(name);
      throw unknown(name);
    }
    String why =
        ended(name).map(fault -> String.valueOf(fault.getMessage())).orElse("it is being opened");
    String kind = config.named(name).settings().type();
    return new ServedGenerator(
        new Description(name, kind, Map.of(), List.of(why)), 0, Optional.empty());
  }

  /**
   * Returns the status of a configured generator. The status is empty while the generator cannot be
   * opened.
   */
  GeneratorStatus generatorStatus(String name) {
    return find(name)
        .map(NamedGenerator::generatorStatus)
        .orElseGet(() -> GeneratorStatus.none(config.named(name).settings().type()));
  }

  /** Returns the auto-created generators. Forgotten names are left out. */
  Stream<NamedGenerator> autoCreated() {
    return byName.entrySet().stream()
        .filter(entry -> !isConfigured(entry.getKey()))
        .map(Map.Entry::getValue);
  }

  /** Returns the number of auto-created names. Forgotten names are not counted. */
  int autoCreatedCount() {
    return byName.size() - (int) configured().count();
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

  /** Throws the reason if a name makes no ids until this process is restarted. */
  private static void refuseIfEnded(@Nullable MintmarkException why) {
    if (why != null && hasEnded(why)) {
      throw why;
    }
  }

  /**
   * Opens the generator of a name if it is not open, and waits for the store. Holds no lock while
   * it waits, so two threads may open the same name. Both then get the same generator.
   */
  private NamedGenerator open(String name) {
    @Nullable NamedGenerator found = byName.get(name);
    if (found != null) {
      return found;
    }
    Configured configured =
        Optional.ofNullable(config.generators().get(name)).orElseGet(() -> autoCreated(name));
    @Nullable MintmarkException missing = ended.get(name);
    refuseIfEnded(missing);
    NamedGenerator named = named(configured.settings().open(mint, name), configured);
    @Nullable NamedGenerator before = byName.putIfAbsent(name, named);
    // Removes no reason that another call has recorded meanwhile.
    if (missing != null && ended.remove(name, missing)) {
      LOG.log(Level.INFO, "a generator can be opened again: name={0}", name);
    }
    return before == null ? named : before;
  }

  /**
   * Returns the settings of an auto-created name. Concurrent calls may exceed the bound by the
   * number of threads.
   */
  private Configured autoCreated(String name) {
    checkName(name);
    Configured configured = config.autoCreated(name).orElseThrow(() -> unknown(name));
    if (autoCreatedCount() >= config.maxAutoCreated()) {
      throw new ProblemException(
          Problem.Kind.UNKNOWN_GENERATOR,
          Message.of(
              "too many names of auto-create are in use: max-auto-created={}, name={}; no"
                  + " generator was made; raise the setting, or configure the name",
              config.maxAutoCreated(),
              name));
    }
    return configured;
  }

  /**
   * Tries to open the missing generators without waiting for a call, because a server that is not
   * ready gets no calls. May wait for the store.
   */
  void openMissing() {
    for (String name : config.generators().keySet()) {
      try {
        NamedGenerator unused = open(name);
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
   * Reports a name that no generator can have as a wrong argument, and not as an unknown generator
   * or a fault of the settings.
   */
  private static void checkName(String name) {
    SpecLine.nameFault(name).ifPresent(fault -> {
      throw new IllegalArgumentException(
          "no generator can have this name: " + fault + ", name=" + name);
    });
  }
}
