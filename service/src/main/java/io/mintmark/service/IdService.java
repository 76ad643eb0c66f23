package io.mintmark.service;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.generator.Supply;
import io.mintmark.inspect.Inspector;
import io.mintmark.inspect.Reading;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.line.TickPosition;
import io.mintmark.key.KeyRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Makes ids by the names of their generators, for every protocol in the same way. Thread-safe.
 *
 * <p>A method whose name ends in Async never blocks its caller. Its future completes at once if the
 * ids are already claimed, otherwise after a claim, see
 * {@link io.mintmark.generator.LongGenerator#nextBatchAsync}. Such a method may still need much
 * processor time; {@link RunsOn#makingIds} returns the threads on which such calls should run.
 * {@link #next} waits for the ids. Every method fails with the library's exceptions; {@link
 * Problem} maps them to kinds.
 */
public final class IdService {

  /**
   * The most ids in one request of any protocol: a single request for more ids could exhaust a
   * sequence.
   */
  public static final int MAX_COUNT = 10_000;

  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final GeneratorRegistry names;
  private final StoreHealth health;
  private final GeneratorHealth generators;

  private volatile boolean stopping;
  private volatile boolean started;

  /** Used to decide which readings of an id are plausible, and when ids run out. */
  private final InstantSource clock;

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
        new StoreHealth(MintmarkAccess.storeOf(mint)),
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
    this.clock = clocks.wall();
    this.names = new GeneratorRegistry(mint, config, opener, clocks);
    this.health = health;
    this.generators = new GeneratorHealth(mint, names, clocks.elapsed());
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
  public void reconfigure(Config next) {
    names.reconfigure(next);
  }

  /** Returns the origin of a generator: file, built-in or auto-create. */
  public String source(String name) {
    return Optional.ofNullable(names.config().generators().get(name))
        .map(configured -> configured.isBuiltIn() ? "built-in" : "file")
        .orElse("auto-create");
  }

  /**
   * Returns the length in bytes of a name's longest id as text. A character that JSON escapes with
   * a backslash counts twice.
   */
  public int longestId(String name) {
    return names.find(name).map(NamedGenerator::longestId).orElse(NamedGenerator.LONGEST_NUMBER);
  }

  /** Makes {@code count} ids as {@link #nextAsync} does, and waits for them. */
  public List<String> next(String name, int count, KeyRequest request) {
    try {
      return nextAsync(name, count, request).join();
    } catch (CompletionException e) {
      throw Problem.causeOf(e) instanceof RuntimeException cause ? cause : e;
    }
  }

  /**
   * Makes {@code count} ids, 1 to {@value #MAX_COUNT}, as texts in their order. Only keys accept a
   * request other than {@link KeyRequest#PLAIN}.
   */
  public CompletableFuture<List<String>> nextAsync(String name, int count, KeyRequest request) {
    checkCount(count);
    return names.draw(name, count, named -> named.nextTexts(count, request));
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
        ? names.draw(name, 1, NamedGenerator::nextNumber)
        : names.draw(name, count, named -> named.reserve(count));
  }

  /**
   * Returns the last id that this server drew from a name; empty before the first id, and for a
   * forgotten name.
   */
  public Optional<String> last(String name) {
    return names.find(name).flatMap(NamedGenerator::last);
  }

  /**
   * Returns whether the configuration ignores a Redis command on a name: the server replies to it
   * without executing it.
   */
  public boolean ignores(String name, String command) {
    return names
        .find(name)
        .map(found -> found.ignores(command))
        .or(() -> names.config().autoCreated(name).map(what -> what.ignored().contains(command)))
        .orElse(false);
  }

  /**
   * Describes every generator: first the configured generators, then the others, sorted by name.
   */
  public List<ServedGenerator> generators() {
    Stream<NamedGenerator> autoCreated =
        names.autoCreated().sorted(comparing(named -> named.generator().name()));
    return Stream.concat(
            configured().stream().map(names::describe), autoCreated.map(NamedGenerator::describe))
        .toList();
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
    names.sweep(nowNanos, idleAfter);
  }

  /** Describes one generator; does not create it. */
  public ServedGenerator describe(String name) {
    return names.describe(name);
  }

  /**
   * Returns all readings of an id that fit, the likeliest first, and configured layouts before
   * presets.
   *
   * @param seen true for each generator that may be seen; readings that treat the id as an id of
   *     another generator are left out, because they show its format and description
   */
  public List<Reading> inspect(String id, Predicate<String> seen) {
    return new Inspector(clock, names.config().seen(seen), false).inspect(id);
  }

  /** Explains the format of configured keys, see {@link KeyAnalysis#named}. */
  public KeyAnalysis explain(String name, int skewIds, Predicate<String> seen) {
    return KeyAnalysis.named(names.config().seen(seen), name, skewIds, clock.instant());
  }

  /** Explains the format in the given settings, see {@link KeyAnalysis#read}. */
  public KeyAnalysis explain(Map<String, String> settings, int skewIds) {
    return KeyAnalysis.read(settings, skewIds, clock.instant());
  }

  /** Computes the ids of a time span, for generators that may be seen; see {@link IdRange#of}. */
  public IdRange range(String kind, Instant from, Instant to, Predicate<String> seen) {
    return IdRange.of(names.config().seen(seen), kind, from, to);
  }

  /** Returns the time of a position on a line of a configured generator. */
  public Optional<TickPosition> tickOf(String line, long position) {
    return names
        .configured()
        .flatMap(named -> named.tickOf(line, position).stream())
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
      names.openMissing();
      generators.check(Set.of());
    }
    boolean unusedStarted = hasStarted(); // Records the start: the store may soon be gone.
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
        fault().or(this::firstFailure).map(Problem::of),
        health.downSince(),
        health.problem().map(cause -> String.valueOf(cause.getMessage())),
        generatorReadiness());
  }

  /**
   * Returns whether this server has been ready once, apart from failures of single generators that
   * may pass. Later failures do not change this.
   */
  public boolean hasStarted() {
    return started || fault().isEmpty();
  }

  /** Finds the first configured generator that cannot make an id, and returns the reason. */
  private Optional<RuntimeException> firstFailure() {
    return configured().stream().flatMap(name -> names.failure(name).stream()).findFirst();
  }

  /** Returns whether the next call for an id of a configured generator is expected to succeed. */
  public boolean isReady(String name) {
    return names.failure(name).isEmpty();
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
    Optional<RuntimeException> fault = names.ended().findFirst().or(health::problem);
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
    return (int) names.ended().count();
  }

  /** Returns whether the last attempted claim failed, see {@link #checkStore}. */
  public boolean isStoreDown() {
    return health.downSince().isPresent();
  }

  /** Returns the names of the configured generators. */
  public Set<String> configured() {
    return names.config().generators().keySet();
  }

  /** Returns the kind of a generator that exists; {@code none} if no generator has this name. */
  public String kind(String name) {
    return names.find(name).map(named -> named.generator().kind()).orElse("none");
  }

  /** Returns the status of a configured generator. */
  public GeneratorStatus generatorStatus(String name) {
    return names.generatorStatus(name);
  }

  /**
   * Returns the status of all auto-created names together, including the ids of forgotten names.
   */
  public GeneratorStatus autoCreated() {
    List<GeneratorStatus> all =
        names.autoCreated().map(NamedGenerator::generatorStatus).toList();
    long made =
        names.madeByForgotten() + all.stream().mapToLong(GeneratorStatus::made).sum();
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
    return names.autoCreatedCount();
  }

  /** Returns the largest allowed number of auto-created names. */
  public int maxAutoCreated() {
    return names.config().maxAutoCreated();
  }

  private List<GeneratorReadiness> generatorReadiness() {
    List<GeneratorReadiness> all = new ArrayList<>();
    for (String name : configured()) {
      all.add(new GeneratorReadiness(
          name,
          names.failure(name).map(cause -> String.valueOf(cause.getMessage())),
          names.generatorStatus(name)));
    }
    names
        .autoCreated()
        .filter(each -> each.generator().supply().isPresent())
        .map(each -> new GeneratorReadiness(
            each.generator().name(), Optional.empty(), each.generatorStatus()))
        .min(comparing(each -> each.status().lasts().orElse(FOR_EVER)))
        .ifPresent(all::add);
    return all;
  }
}
