package io.mintmark.service;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;

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
import io.mintmark.generator.Supply;
import io.mintmark.inspect.Inspector;
import io.mintmark.inspect.Reading;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.line.TickPosition;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.key.KeyRequest;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes ids by the names of their generators, for every protocol in the same way. The generators
 * are configured or auto-created. Thread-safe.
 *
 * <p>A method whose name ends in Async never blocks its caller. Its future completes at once if the
 * ids are already claimed, otherwise after a claim, see
 * {@link io.mintmark.generator.LongGenerator#nextBatchAsync}. Such a method may still need much
 * processor time; {@link RunsOn#makingIds} returns the threads on which such calls should run.
 * Every method fails with the library's exceptions; {@link
 * Problem} maps them to kinds.
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
public final class IdService {

  /**
   * The most ids in one request of any protocol: a single request for more ids could exhaust a
   * sequence.
   */
  public static final int MAX_COUNT = 10_000;

  private static final Logger LOG = System.getLogger(IdService.class.getName());

  /**
   * How often a call starts over. One restart is rare. Another restart is needed only if the thread
   * pauses for so long that the new generator is closed too.
   */
  private static final int MAX_REOPENS = 3;

  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final Mintmark mint;
  private final StoreHealth health;
  private final GeneratorHealth generators;
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

  private volatile boolean stopping;
  private volatile boolean started;

  /**
   * Opens every configured generator. The store identifies a generator's settings by a number on a
   * line of its own (a named counter). If another program has changed that line, the generator is
   * left out until the line is repaired. Calls for this generator fail
   * with an error that explains this, and the other generators are served.
   *
   * @param mint opens the generators; the caller closes it
   * @param config the configured generators
   * @throws ConfigurationException if some generators cannot be opened as configured; the message
   *     names all of them
   */
  public IdService(Mintmark mint, Config config) {
    this(
        mint,
        config,
        new StoreHealth(MintmarkAccess.storeOf(mint), ServiceClocks.system()),
        Runnable::run,
        ServiceClocks.system());
  }

  /**
   * Opens every configured generator.
   *
   * @param mint opens the generators; the caller closes it
   * @param config the configured generators
   * @param health tracks whether the store takes claims; all claims must pass through this object
   * @param opener runs the tasks that open generators at the first use of their names; these tasks
   *     wait for the store
   * @param clocks the clocks
   * @throws ConfigurationException if some generators cannot be opened as configured; the message
   *     names all of them
   */
  public IdService(
      Mintmark mint, Config config, StoreHealth health, Executor opener, ServiceClocks clocks) {
    this.mint = mint;
    this.health = health;
    this.clocks = clocks;
    this.opener = opener;
    this.ends = new LogThrottle(clocks.elapsed());
    this.config = config;
    config
        .open(mint, (name, fault) -> {
          ended.put(name, fault);
          LOG.log(
              Level.ERROR, "a generator cannot be opened; the others are served: {0}", text(fault));
        })
        .forEach((name, generator) -> byName.put(name, named(generator, config.named(name))));
    this.generators = new GeneratorHealth(
        MintmarkAccess.storeOf(mint), clocks.elapsed(), () -> this.config, this::openConfigured);
  }

  private NamedGenerator named(Generator generator, Configured configured) {
    return new NamedGenerator(generator, configured, clocks);
  }

  /**
   * Adds the generators that only the new configuration contains: all of them, or none. They are
   * open before callers can use them. The generators of the present configuration keep their
   * settings. If the new configuration changes or removes some of them, the log names these,
   * because such a change requires a restart. May wait for the store.
   *
   * @param next a configuration with more generators
   * @throws ConfigurationException if some generators cannot be opened as configured, or were used
   *     with other settings before; the message names all of them, and nothing is changed
   * @throws io.mintmark.error.StoreUnavailableException if the store is out of reach; nothing is
   *     changed
   */
  public synchronized void reconfigure(Config next) {
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

  /** Returns the origin of a generator: file, built-in or auto-create. */
  public String source(String name) {
    return Optional.ofNullable(config.generators().get(name))
        .map(configured -> configured.isBuiltIn() ? "built-in" : "file")
        .orElse("auto-create");
  }

  /**
   * Returns the length in bytes of a name's longest id as text. A character that JSON escapes with
   * a backslash counts twice.
   */
  public int longestId(String name) {
    return find(name).map(NamedGenerator::longestId).orElse(NamedGenerator.LONGEST_NUMBER);
  }

  /**
   * Makes {@code count} ids, 1 to {@value #MAX_COUNT}, as texts in their order. Only keys accept a
   * request other than {@link KeyRequest#PLAIN}.
   */
  public CompletableFuture<List<String>> nextAsync(String name, int count, KeyRequest request) {
    checkCount(count);
    return draw(name, count, named -> named.nextTexts(count, request));
  }

  private static void checkCount(long count) {
    if (count < 1 || count > MAX_COUNT) {
      throw new IllegalArgumentException(
          Message.of("the count is not 1 to {}: count={}; no id issued", MAX_COUNT, count));
    }
  }

  /**
   * Draws 1 to {@value #MAX_COUNT} consecutive numbers, and completes with the last number. Any
   * generator of numbers can draw one number. Drawing more numbers requires a plain sequence of
   * step 1.
   */
  public CompletableFuture<Long> incrementAsync(String name, long count) {
    checkCount(count);
    return count == 1
        ? draw(name, 1, NamedGenerator::nextNumber)
        : draw(name, count, named -> named.reserve(count));
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
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      throw new ProblemException(
          Problem.Kind.OVERLOADED,
          Message.of(
              "too many names are waiting to be opened, or no thread is left: name={}; no id"
                  + " issued",
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

  /**
   * Drops a generator that is closed. If it is closed because the Mintmark is closed, opening the
   * name again fails and reports this.
   */
  private void drop(String name, NamedGenerator named) {
    if (byName.remove(name, named) && !isConfigured(name)) {
      madeByForgotten.add(named.generator().made());
    }
  }

  /** Finds a generator that exists. Does not create one. */
  private Optional<NamedGenerator> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  private boolean isConfigured(String name) {
    return config.generators().containsKey(name);
  }

  /** Returns the names of the configured generators. */
  public Set<String> configured() {
    return config.generators().keySet();
  }

  /** Returns the configured generators that are open, in the configuration's order. */
  private Stream<NamedGenerator> openConfigured() {
    return configured().stream().flatMap(name -> find(name).stream());
  }

  /** Returns the auto-created generators. Forgotten names are left out. */
  private Stream<NamedGenerator> notConfigured() {
    return byName.entrySet().stream()
        .filter(entry -> !isConfigured(entry.getKey()))
        .map(Map.Entry::getValue);
  }

  /**
   * Returns the last id that this server drew from a name; empty before the first id, and for a
   * forgotten name.
   */
  public Optional<String> last(String name) {
    return find(name).flatMap(NamedGenerator::last);
  }

  /**
   * Returns whether the configuration ignores a Redis command on a name: the server replies to it
   * without executing it.
   */
  public boolean ignores(String name, String command) {
    return config.find(name).filter(each -> each.ignored().contains(command)).isPresent();
  }

  /**
   * Describes every generator: first the configured generators, then the others, sorted by name.
   */
  public List<ServedGenerator> generators() {
    Stream<NamedGenerator> autoCreated =
        notConfigured().sorted(comparing(named -> named.generator().name()));
    return Stream.concat(
            configured().stream().map(this::describe), autoCreated.map(NamedGenerator::describe))
        .toList();
  }

  /**
   * Describes a generator that exists. If the generator cannot be opened, the description contains
   * the reason.
   */
  public ServedGenerator describe(String name) {
    return find(name).map(NamedGenerator::describe).orElseGet(() -> unopened(name));
  }

  private ServedGenerator unopened(String name) {
    if (!isConfigured(name)) {
      checkName(name);
      throw unknown(name);
    }
    String why = ended(name).map(IdService::text).orElse("it is being opened");
    String kind = config.named(name).settings().type();
    return new ServedGenerator(
        new Description(name, kind, Map.of(), List.of(why)), 0, Optional.empty());
  }

  /**
   * Measures how fast each name makes ids, and closes and forgets auto-created names that have made
   * no id for a while. The lines of a forgotten name stay in the store. Positions that were claimed
   * for the name and not handed out are burned: they are never used. The name no longer counts
   * against {@code max-auto-created}. One thread calls this regularly. An id that is made between
   * two calls counts as made at the later call.
   *
   * @param nowNanos elapsed time of one clock for all calls
   * @param idleAfter an auto-created name that has made no id for this long is forgotten
   */
  public void sweep(long nowNanos, Duration idleAfter) {
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

  /**
   * Returns all readings of an id that fit, the likeliest first, and configured layouts before
   * presets.
   *
   * @param seen true for each generator that may be seen; readings that treat the id as an id of
   *     another generator are left out, because they show its format and description
   */
  public List<Reading> inspect(String id, Predicate<String> seen) {
    return new Inspector(clocks.wall(), config.seen(seen), false).inspect(id);
  }

  /** Explains the format of configured keys, see {@link KeyAnalysis#named}. */
  public KeyAnalysis explain(String name, int skewIds, Predicate<String> seen) {
    return KeyAnalysis.named(config.seen(seen), name, skewIds, clocks.wall().instant());
  }

  /** Explains the format in the given settings, see {@link KeyAnalysis#read}. */
  public KeyAnalysis explain(Map<String, String> settings, int skewIds) {
    return KeyAnalysis.read(settings, skewIds, clocks.wall().instant());
  }

  /** Computes the ids of a time span, for generators that may be seen; see {@link IdRange#of}. */
  public IdRange range(String kind, Instant from, Instant to, Predicate<String> seen) {
    return IdRange.of(config.seen(seen), kind, from, to);
  }

  /** Returns the time of a position on a line of a configured generator. */
  public Optional<TickPosition> tickOf(String line, long position) {
    return openConfigured()
        .flatMap(named -> TickPosition.of(named.generator(), line, position).stream())
        .findFirst();
  }

  /**
   * Checks and logs whether the store takes claims, and whether each configured generator can make
   * an id, even without calls for ids. Also opens the generators that could not be opened before,
   * once the lines with their settings are repaired.
   */
  public void checkStore() {
    health.check();
    if (!isStoreDown()) {
      openMissing();
      generators.check(Set.of());
    }
    boolean unusedStarted = hasStarted(); // Records the start: the store may soon be gone.
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
        Optional.ofNullable(config.generators().get(name)).orElseGet(() -> autoCreate(name));
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
  private Configured autoCreate(String name) {
    checkName(name);
    Configured configured = config.autoCreated(name).orElseThrow(() -> unknown(name));
    if (autoCreatedNames() >= config.maxAutoCreated()) {
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
    for (String name : configured()) {
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

  /** Marks this server as stopping: it is no longer ready, but still makes ids. */
  public void stop() {
    stopping = true;
  }

  /**
   * Returns whether ids can be made, and how long the generators can continue without the store.
   * Never waits.
   */
  public Readiness readiness() {
    return new Readiness(
        fault()
            .or(() ->
                configured().stream().flatMap(name -> failure(name).stream()).findFirst())
            .map(Problem::of),
        health.downSince(),
        health.problem().map(IdService::text),
        generatorReadiness());
  }

  /**
   * Returns whether this server has been ready once, apart from failures of single generators that
   * may pass. Later failures do not change this.
   */
  public boolean hasStarted() {
    return started || fault().isEmpty();
  }

  /** Returns whether the next call for an id of a configured generator is expected to succeed. */
  public boolean isReady(String name) {
    return failure(name).isEmpty();
  }

  /** Returns the known reason why the next call for an id of a configured generator fails. */
  private Optional<RuntimeException> failure(String name) {
    return ended(name).or(() -> find(name).flatMap(NamedGenerator::nextFailure));
  }

  /** Returns the reason why a configured generator makes no ids until an administrator acts. */
  private Optional<RuntimeException> ended(String name) {
    return Optional.ofNullable(ended.get(name));
  }

  /**
   * Returns the reasons why configured generators make no ids until an administrator acts, in the
   * configuration's order.
   */
  private Stream<RuntimeException> ended() {
    return configured().stream().flatMap(name -> ended(name).stream());
  }

  /**
   * Returns the first reason why this server does not count as started: it stops, a generator makes
   * no ids until an administrator acts, or the store takes no claims. Any other failure of a
   * generator is not a reason, because a restart would not help.
   */
  private Optional<RuntimeException> fault() {
    if (stopping) {
      return Optional.of(new ClosedException("the server stops; requests in flight are answered"));
    }
    Optional<RuntimeException> fault = ended().findFirst().or(health::problem);
    if (fault.isEmpty()) {
      started = true;
    }
    return fault;
  }

  /**
   * Returns how many configured generators make no ids until an administrator acts, because their
   * lines were moved, their store lost claims, or their settings differ.
   */
  public int endedGenerators() {
    return (int) ended().count();
  }

  /** Returns whether the last attempted claim failed, see {@link #checkStore}. */
  public boolean isStoreDown() {
    return health.downSince().isPresent();
  }

  /** Returns the kind of a generator that exists; {@code none} if no generator has this name. */
  public String kind(String name) {
    return find(name).map(named -> named.generator().kind()).orElse("none");
  }

  /**
   * Returns the status of a configured generator. The status is empty while the generator cannot be
   * opened.
   */
  public GeneratorStatus generatorStatus(String name) {
    return find(name)
        .map(NamedGenerator::generatorStatus)
        .orElseGet(() -> GeneratorStatus.none(config.named(name).settings().type()));
  }

  /**
   * Returns the status of all auto-created names together, including the ids of forgotten names.
   */
  public GeneratorStatus autoCreated() {
    List<GeneratorStatus> all =
        notConfigured().map(NamedGenerator::generatorStatus).toList();
    long made =
        madeByForgotten.sum() + all.stream().mapToLong(GeneratorStatus::made).sum();
    long left = all.stream()
        .flatMap(each -> each.supply().stream())
        .mapToLong(Supply::left)
        .sum();
    Optional<Duration> lasts =
        all.stream().flatMap(each -> each.lasts().stream()).min(naturalOrder());
    Supply supply = new Supply(left, Optional.empty(), 0);
    return new GeneratorStatus("sequence", made, Optional.of(supply), Optional.empty(), lasts);
  }

  /** Returns the number of auto-created names. Forgotten names are not counted. */
  public int autoCreatedNames() {
    return byName.size() - (int) openConfigured().count();
  }

  /** Returns the largest allowed number of auto-created names. */
  public int maxAutoCreated() {
    return config.maxAutoCreated();
  }

  private List<GeneratorReadiness> generatorReadiness() {
    Stream<GeneratorReadiness> configured = configured().stream()
        .map(name -> new GeneratorReadiness(
            name, failure(name).map(IdService::text), generatorStatus(name)));
    Stream<GeneratorReadiness> firstToEnd = notConfigured()
        .filter(each -> each.generator().supply().isPresent())
        .map(each -> new GeneratorReadiness(
            each.generator().name(), Optional.empty(), each.generatorStatus()))
        .min(comparing(each -> each.status().lasts().orElse(FOR_EVER)))
        .stream();
    return Stream.concat(configured, firstToEnd).toList();
  }

  private static String text(RuntimeException reason) {
    return String.valueOf(reason.getMessage());
  }
}
