package io.mintmark.service;

import io.mintmark.Mintmark;
import io.mintmark.config.AutoCreate;
import io.mintmark.config.Config;
import io.mintmark.config.Configured;
import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.error.SpecSpoiltException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Description;
import io.mintmark.store.LineName;
import io.mintmark.time.ElapsedClock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The generators of a server by their names: configured ones, and auto-created ones. Thread-safe.
 *
 * <p><b>Idle names.</b> An auto-created name is closed and forgotten when nobody has asked for an
 * id for long enough ({@link #sweep}). A call that finds the generator closed has got nothing from
 * it; it drops the name, if no other call has yet, and starts over with a new generator ({@link
 * #draw}). If a name is dropped twice, or a generator that was made in the meantime is dropped, the
 * name is only made once more.
 */
final class GeneratorRegistry {

  private static final Logger LOG = System.getLogger(GeneratorRegistry.class.getName());

  /** How often a call starts over. Once is rare; twice takes a thread that slept all the while. */
  private static final int MAX_REOPENS = 3;

  private final Mintmark mint;
  private final Config config;

  /** Opens names, which waits for the store. */
  private final Executor opener;

  private final Map<String, NamedGenerator> byName = new ConcurrentHashMap<>();

  /**
   * The configured names whose line of settings somebody has changed. Each call tries to open its
   * name again, and {@link #openSpoilt} tries all of them from time to time.
   */
  private final Map<String, SpecSpoiltException> spoilt = new ConcurrentHashMap<>();

  /**
   * The number of auto-created names. A name counts from after it is put into the map until before
   * it is removed: so calls at the same moment may exceed the bound a little, but none is refused
   * below it. (The map's own size may be too large while names come and go.)
   */
  private final AtomicInteger autoCreated = new AtomicInteger();

  private final AtomicLong madeByForgotten = new AtomicLong();
  private final LongAdder opened = new LongAdder();
  private final LongAdder forgotten = new LongAdder();
  private final LogThrottle ends = new LogThrottle(ElapsedClock.system());

  /**
   * Opens every configured generator, but for those whose line of settings is spoilt.
   *
   * @throws ConfigurationException if some cannot be opened as they are configured; all of them
   *     are named
   */
  GeneratorRegistry(Mintmark mint, Config config, Executor opener) {
    this.mint = mint;
    this.config = config;
    this.opener = opener;
    config
        .open(mint, this::isSpoilt)
        .forEach(
            (name, generator) -> byName.put(name, new NamedGenerator(generator, settings(name))));
  }

  private void isSpoilt(String name, SpecSpoiltException fault) {
    spoilt.put(name, fault);
    LOG.log(
        Level.ERROR,
        "a generator cannot be opened; the others are served: {0}",
        String.valueOf(fault.getMessage()));
  }

  private Configured settings(String name) {
    return Objects.requireNonNull(config.generators().get(name));
  }

  /** Finds a generator that exists; it does not create one. */
  Optional<NamedGenerator> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** One that there is; asking does not make it. */
  NamedGenerator get(String name) {
    return find(name).orElseThrow(() -> {
      checkName(name);
      return unknown(name);
    });
  }

  boolean isConfigured(String name) {
    return config.generators().containsKey(name);
  }

  /** Why configured ones make no ids until somebody does something about it, in their order. */
  Stream<RuntimeException> ended() {
    return config.generators().keySet().stream().flatMap(name -> {
      Optional<RuntimeException> unopened = Optional.ofNullable(spoilt.get(name));
      return unopened.or(() -> find(name).flatMap(NamedGenerator::ended)).stream();
    });
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
    @Nullable SpecSpoiltException fault = spoilt.get(name);
    return fault == null ? get(name).describe() : unopened(name, fault);
  }

  private ServedGenerator unopened(String name, SpecSpoiltException fault) {
    List<String> warnings = List.of(String.valueOf(fault.getMessage()));
    String kind = settings(name).settings().type();
    return new ServedGenerator(
        new Description(name, kind, Map.of(), warnings), 0, Optional.empty());
  }

  /** What a configured one is doing; nothing while it cannot be opened. */
  GeneratorStatus generatorStatus(String name) {
    return spoilt.containsKey(name)
        ? GeneratorStatus.none(settings(name).settings().type())
        : get(name).generatorStatus();
  }

  /** The auto-created generators, without those forgotten. */
  Stream<NamedGenerator> autoCreated() {
    return byName.entrySet().stream()
        .filter(entry -> !isConfigured(entry.getKey()))
        .map(Map.Entry::getValue);
  }

  /** How many auto-created generators there are, without those forgotten. */
  int countAutoCreated() {
    return Math.max(0, autoCreated.get());
  }

  /** How many ids those have made that are forgotten. */
  long madeByForgotten() {
    return madeByForgotten.get();
  }

  /** The settings that a name would have if it were auto-created. */
  Optional<Configured> autoCreate(String name) {
    return config.autoCreate().stream()
        .filter(candidate -> candidate.names().matches(name))
        .map(AutoCreate::configured)
        .findFirst();
  }

  /**
   * Draws from a name, which is made if it may be. Does not wait.
   *
   * @param count how many ids, at least
   */
  <T> CompletableFuture<T> draw(
      String name, long count, Function<NamedGenerator, CompletableFuture<T>> call) {
    return draw(new Draw<>(name, count, call), MAX_REOPENS);
  }

  private record Draw<T>(
      String name, long count, Function<NamedGenerator, CompletableFuture<T>> call) {}

  private <T> CompletableFuture<T> draw(Draw<T> draw, int reopens) {
    @Nullable NamedGenerator found = byName.get(draw.name);
    return found == null
        ? opened(draw.name).thenCompose(made -> drawFrom(made, draw, reopens))
        : drawFrom(found, draw, reopens);
  }

  private CompletableFuture<NamedGenerator> opened(String name) {
    try {
      return CompletableFuture.supplyAsync(() -> create(name), opener);
    } catch (RejectedExecutionException e) {
      throw new ProblemException(
          Problem.Kind.OVERLOADED,
          Message.of("too many names wait to be opened: name={}; none was issued", name));
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The one within is flattened.
  private <T> CompletableFuture<T> drawFrom(NamedGenerator named, Draw<T> draw, int reopens) {
    WaitingCallers callers = named.callers();
    Optional<MintmarkException> refusal = callers.refusal();
    if (refusal.isPresent() && !named.hasInHand(draw.count)) {
      return CompletableFuture.failedFuture(refusal.get());
    }
    CompletableFuture<T> drawn = draw.call.apply(named);
    if (drawn.isDone() && !drawn.isCompletedExceptionally()) {
      callers.answered();
      return drawn;
    }
    callers.enter();
    return drawn
        .handle((ids, thrown) -> {
          callers.leave();
          if (thrown == null) {
            callers.answered();
            return drawn;
          }
          return failed(named, draw, reopens, Problem.causeOf(thrown));
        })
        .thenCompose(Function.identity());
  }

  private <T> CompletableFuture<T> failed(
      NamedGenerator named, Draw<T> draw, int reopens, Throwable cause) {
    if (cause instanceof StoreUnavailableException || cause instanceof NoIdleWorkerException) {
      named.callers().refused((MintmarkException) cause);
    } else if (cause instanceof ClosedException && !isConfigured(draw.name) && reopens > 0) {
      // If all is closed, and not only this name, making it anew says so.
      drop(draw.name, named);
      return draw(draw, reopens - 1);
    } else if (cause instanceof StoreRewoundException || cause instanceof LineMovedException) {
      tellOfEnd(named, (MintmarkException) cause);
    }
    return CompletableFuture.failedFuture(cause);
  }

  /** Bounds how often the log tells of names, however many are asked for. */
  private void tellOfEnd(NamedGenerator named, RuntimeException cause) {
    if (named.end(cause)) {
      ends.admit()
          .ifPresent(leftOut -> LOG.log(
              Level.ERROR,
              "a generator makes no ids any more: name={0}: {1}; left out before this: {2}",
              named.generator().name(),
              cause.getMessage(),
              Long.toString(leftOut)));
    }
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
    tellOfNames();
  }

  /** One line for all since the last sweep: clients make names come and go as fast as they like. */
  private void tellOfNames() {
    long came = opened.sumThenReset();
    long went = forgotten.sumThenReset();
    if (came > 0 || went > 0) {
      LOG.log(
          Level.INFO,
          "names were auto-created, or forgotten when idle: created={0}, forgotten={1}, now={2}",
          Long.toString(came),
          Long.toString(went),
          Integer.toString(countAutoCreated()));
    }
  }

  private void drop(String name, NamedGenerator named) {
    autoCreated.decrementAndGet();
    if (byName.remove(name, named)) {
      madeByForgotten.addAndGet(named.made());
      forgotten.increment();
      LOG.log(Level.DEBUG, "a name was forgotten: name={0}", name);
    } else {
      autoCreated.incrementAndGet();
    }
  }

  /**
   * Holds no lock while the store is asked: two may open one name, and both get the same; and calls
   * at one moment may pass the bound, by as many as there are threads.
   */
  private NamedGenerator create(String name) {
    if (isConfigured(name)) {
      return openAgain(name);
    }
    checkName(name);
    Configured configured = autoCreate(name).orElseThrow(() -> unknown(name));
    if (countAutoCreated() >= config.maxAutoCreated()) {
      throw new ProblemException(
          Problem.Kind.UNKNOWN_GENERATOR,
          Message.of(
              "too many names of auto-create are in use: max-auto-created={}, name={}; it was not"
                  + " made; raise the setting, or configure the name",
              config.maxAutoCreated(),
              name));
    }
    NamedGenerator named = new NamedGenerator(configured.settings().open(mint, name), configured);
    @Nullable NamedGenerator before = byName.putIfAbsent(name, named);
    if (before != null) {
      return before;
    }
    autoCreated.incrementAndGet();
    opened.increment();
    LOG.log(Level.DEBUG, "a name was auto-created: name={0}", name);
    return named;
  }

  /** Opens a configured name that could not be opened before. */
  private NamedGenerator openAgain(String name) {
    NamedGenerator named =
        new NamedGenerator(settings(name).settings().open(mint, name), settings(name));
    @Nullable NamedGenerator before = byName.putIfAbsent(name, named);
    if (spoilt.remove(name) != null) {
      LOG.log(Level.INFO, "a generator can be opened again: name={0}", name);
    }
    return before == null ? named : before;
  }

  /**
   * Tries to open what could not be opened, though nobody asks for it: a server that is not ready
   * is not asked. May wait for the store.
   */
  void openSpoilt() {
    for (String name : spoilt.keySet()) {
      try {
        NamedGenerator unused = openAgain(name);
      } catch (StoreUnavailableException e) {
        return; // The others would have to wait for the store as long.
      } catch (MintmarkException e) {
        LOG.log(Level.DEBUG, Message.of("a generator cannot be opened yet: name={}", name), e);
      }
    }
  }

  /** What no generator can be called is no unknown generator, but a wrong argument. */
  private static void checkName(String name) {
    try {
      String unused = LineName.check(name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "no generator can have this name: " + e.getMessage() + ", name=" + name, e);
    }
  }

  private static ProblemException unknown(String name) {
    return new ProblemException(
        Problem.Kind.UNKNOWN_GENERATOR, Message.of("no generator has this name: name={}", name));
  }
}
