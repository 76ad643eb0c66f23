package io.mintmark.service;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.generator.Supply;
import io.mintmark.generator.TickPosition;
import io.mintmark.inspect.Reading;
import io.mintmark.key.KeyRequest;
import io.mintmark.sequence.Sequence;
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
 * Makes ids by the names of their generators, for every protocol alike. Thread-safe.
 *
 * <p>Methods that end in Async never block their caller: the ids come at once from what is claimed,
 * else when a claim has arrived, as {@link io.mintmark.generator.LongGenerator#nextBatchAsync} says.
 * {@link #next} waits. {@link #runsOn} tells which calls take long nevertheless. Every method fails
 * with the library's exceptions; {@link Problem} tells what they mean.
 */
public final class IdService {

  /** The most ids in one request, by whatever protocol: more would use a sequence up at a blow. */
  public static final int MAX_COUNT = 10_000;

  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final GeneratorRegistry names;
  private final GeneratorChanges changes;
  private final Draws draws;
  private final StoreHealth health;
  private final NextCalls nextCalls;
  private volatile ConfiguredInspector inspector;
  private volatile Runnable reconfigured = () -> {};
  private volatile boolean stopping;
  private volatile boolean started;

  /** Tells what is implausible and what runs out. */
  private final InstantSource clock;

  /**
   * Opens every configured generator. One whose line of settings was changed by somebody is left
   * out until that is repaired: it has a clear error, and the others are served.
   *
   * @param mint what hands them out; stays the caller's to close
   * @param config which there are
   * @throws ConfigurationException if some cannot be opened as they are configured; all of them
   *     are named
   */
  public IdService(Mintmark mint, Config config) {
    this(mint, config, new StoreHealth(mint.store()), Runnable::run, ServiceClocks.system());
  }

  /**
   * Opens every configured generator.
   *
   * @param mint what hands them out; stays the caller's to close
   * @param config which there are
   * @param health knows whether the store takes claims: all of them pass through it
   * @param opener where names are opened that are asked for the first time; waits for the store
   * @param clocks tell it the time
   * @throws ConfigurationException if some cannot be opened as they are configured; all of them
   *     are named
   */
  public IdService(
      Mintmark mint, Config config, StoreHealth health, Executor opener, ServiceClocks clocks) {
    this.clock = clocks.wall();
    this.names = new GeneratorRegistry(mint, config, clocks);
    this.changes = new GeneratorChanges(mint.store(), names);
    this.draws = new Draws(names, opener, clocks.elapsed());
    this.inspector = new ConfiguredInspector(config, clock);
    this.health = health;
    this.nextCalls = new NextCalls(mint.store(), clocks.elapsed());
  }

  /** Has something done after generators were added, on the thread that adds them. */
  public void onReconfigured(Runnable told) {
    reconfigured = told;
  }

  /**
   * Takes the generators of another configuration that this one lacks, all of them or none. They
   * are open before anybody can ask for them. The others keep their settings: the log says which of
   * them the configuration changes or removes, which takes a restart. May wait for the store.
   *
   * @param next a configuration with more generators
   * @return what is in force from now on
   * @throws ConfigurationException if some cannot be opened as they are configured, or were used
   *     with other settings before; all of them are named, and nothing is changed
   * @throws io.mintmark.error.StoreUnavailableException if the store is out of reach; nothing is
   *     changed
   */
  public Config reconfigure(Config next) {
    Config inForce = changes.reconfigure(next);
    changed();
    return inForce;
  }

  /** Tells where a generator comes from: file, built-in or auto-create. */
  public String source(String name) {
    return Optional.ofNullable(names.config().generators().get(name))
        .map(configured -> configured.isBuiltIn() ? "built-in" : "file")
        .orElse("auto-create");
  }

  private void changed() {
    inspector = new ConfiguredInspector(names.config(), clock);
    reconfigured.run();
  }

  /** Tells on which threads the given number of ids is best made; it does not wait. */
  public RunsOn runsOn(long count) {
    return NamedGenerator.runsOn(count);
  }

  /**
   * Returns how many bytes the longest id of a name has as text. A character that JSON writes with
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
   * Makes {@code count} ids, 1 to {@value #MAX_COUNT}, as texts in their order; only keys have a
   * request of their own.
   */
  public CompletableFuture<List<String>> nextAsync(String name, int count, KeyRequest request) {
    checkCount(count);
    return draws.draw(name, count, named -> named.nextTexts(count, request));
  }

  private static void checkCount(long count) {
    if (count < 1 || count > MAX_COUNT) {
      throw new IllegalArgumentException(
          Message.of("the count is not 1 to {}: count={}; none was issued", MAX_COUNT, count));
    }
  }

  /**
   * Draws the next numbers of a name one by one, until there are enough or one fails. The caller
   * keeps those that were drawn before.
   */
  public CompletableFuture<DrawnNumbers> incrementsAsync(String name, int count) {
    DrawnNumbers drawn = new DrawnNumbers(count);
    return draws.draw(name, count, named -> named.nextNumbers(drawn)).exceptionally(e -> {
      drawn.failed(Problem.causeOf(e));
      return drawn;
    });
  }

  /**
   * Draws 1 to {@value #MAX_COUNT} numbers without a gap; answers the last. One number any
   * generator of numbers gives, more a plain sequence of step 1.
   */
  public CompletableFuture<Long> incrementAsync(String name, long count) {
    checkCount(count);
    return count == 1
        ? draws
            .draw(name, 1, named -> named.nextNumbers(new DrawnNumbers(1)))
            .thenApply(drawn -> drawn.number(0))
        : draws.draw(name, count, named -> named.reserve(count));
  }

  /** The last id of a name that was drawn here; empty before the first, and of one forgotten. */
  public Optional<String> last(String name) {
    return names.find(name).flatMap(NamedGenerator::last);
  }

  /** Tells whether the configuration has a Redis command on a name answered without any effect. */
  public boolean ignores(String name, String command) {
    return names
        .find(name)
        .map(found -> found.ignores(command))
        .or(() -> names.config().autoCreated(name).map(what -> what.ignored().contains(command)))
        .orElse(false);
  }

  /** Describes every generator, those configured first, then by name. */
  public List<ServedGenerator> generators() {
    Stream<NamedGenerator> autoCreated =
        names.autoCreated().sorted(comparing(named -> named.generator().name()));
    return Stream.concat(names.describeConfigured(), autoCreated.map(NamedGenerator::describe))
        .toList();
  }

  /**
   * Measures how fast each name makes ids, and closes and forgets auto-created names that have made
   * none for a while. The lines of a forgotten name stay; positions claimed for it and not handed
   * out are burned, and it counts no longer against {@code max-auto-created}. One thread calls this
   * again and again; an id made between two calls counts as made at the later.
   *
   * @param nowNanos time that passes, by one clock for all calls
   * @param idleAfter how long an auto-created name must have made no id to be forgotten
   */
  public void sweep(long nowNanos, Duration idleAfter) {
    names.sweep(nowNanos, idleAfter);
  }

  /** Describes one generator; asking does not make one. */
  public ServedGenerator describe(String name) {
    return names.describe(name);
  }

  /**
   * Reads an id in every way that fits, likeliest first, the configured layouts before presets.
   *
   * @param seen the names of the generators that may be seen; readings as others' ids are left out,
   *     as they show formats and descriptions
   */
  public List<Reading> inspect(String id, Predicate<String> seen) {
    return inspector.get().inspect(id, seen);
  }

  /** Explains the format of configured keys, see {@link KeyAnalysis#named}. */
  public KeyAnalysis explain(String name, int skewIds, Predicate<String> seen) {
    return KeyAnalysis.named(names.config().seen(seen), name, skewIds, clock.instant());
  }

  /** Explains the format that the given settings have, see {@link KeyAnalysis#read}. */
  public KeyAnalysis explain(Map<String, String> settings, int skewIds) {
    return KeyAnalysis.read(settings, skewIds, clock.instant());
  }

  /** Finds the ids of a span of time, of generators that may be seen; see {@link IdRange#of}. */
  public IdRange range(String kind, Instant from, Instant to, Predicate<String> seen) {
    return IdRange.of(names.config().seen(seen), kind, from, to);
  }

  /** Says which time a position stands for, of a line that a configured generator claims on. */
  public Optional<TickPosition> tickOf(String line, long position) {
    return names
        .configured()
        .flatMap(named -> named.tickOf(line, position).stream())
        .findFirst();
  }

  /**
   * Finds out and logs whether the store takes claims, and whether each configured generator can
   * make an id, even if nobody asks for ids; and opens the generators that could not be opened
   * before, once their lines of settings are repaired.
   */
  public void checkStore() {
    health.check();
    if (!isStoreDown()) {
      names.openMissing();
      nextCalls.check(names.config(), names.configured().toList());
    }
    boolean unusedStarted = hasStarted(); // Though nobody asks: the store may soon be gone.
  }

  /** Says that this server is about to stop: it is ready no more, but makes ids still. */
  public void stop() {
    stopping = true;
  }

  /**
   * Tells whether ids can be made, and how far the generators get without the store. Never waits.
   */
  public Readiness readiness() {
    return new Readiness(
        fault().or(this::firstFailure).map(Problem::of),
        health.downSince(),
        health.problem().map(cause -> String.valueOf(cause.getMessage())),
        generatorReadiness());
  }

  /** Tells whether this server has been ready once. What comes after that changes nothing. */
  public boolean hasStarted() {
    return started || fault().isEmpty();
  }

  /** Why the first configured generator that cannot make an id fails. */
  private Optional<RuntimeException> firstFailure() {
    return configured().stream().flatMap(name -> names.failure(name).stream()).findFirst();
  }

  /** Tells whether the next call for an id of a configured generator succeeds, as far as known. */
  public boolean isReady(String name) {
    return names.failure(name).isEmpty();
  }

  /**
   * The first of what keeps this server from starting. A generator that cannot make an id does not:
   * a new start would not help it.
   */
  private Optional<RuntimeException> fault() {
    if (stopping) {
      return Optional.of(new ClosedException("the server stops; what is in flight is answered"));
    }
    Optional<RuntimeException> fault = names.ended().findFirst().or(health::problem);
    if (fault.isEmpty()) {
      started = true;
    }
    return fault;
  }

  /** How many configured generators make no ids: moved away, rewound, or their settings changed. */
  public int endedGenerators() {
    return (int) names.ended().count();
  }

  /** Whether the last claim that was tried failed, see {@link #checkStore}. */
  public boolean isStoreDown() {
    return health.downSince().isPresent();
  }

  /** The names of the configured generators. */
  public Set<String> configured() {
    return names.config().generators().keySet();
  }

  /** The kind of a generator that there is, {@code none} if there is none of this name. */
  public String kind(String name) {
    return names.find(name).map(each -> each.generator().kind()).orElse("none");
  }

  /** What a configured generator is doing. */
  public GeneratorStatus generatorStatus(String name) {
    return names.generatorStatus(name);
  }

  /** The work of all auto-created names together, with those forgotten since. */
  public GeneratorStatus autoCreated() {
    long made = names.autoCreatedCount().madeByForgotten();
    long left = 0;
    Optional<Duration> lasts = Optional.empty();
    for (NamedGenerator each : names.autoCreated().toList()) {
      GeneratorStatus generatorStatus = each.generatorStatus();
      made += generatorStatus.made();
      left += generatorStatus.supply().map(Supply::left).orElse(0L);
      lasts = Stream.concat(lasts.stream(), generatorStatus.lasts().stream()).min(naturalOrder());
    }
    Supply supply = new Supply(left, Optional.empty(), 0);
    return new GeneratorStatus(Sequence.KIND, made, Optional.of(supply), Optional.empty(), lasts);
  }

  /** How many auto-created names there are, without those forgotten. */
  public int autoCreatedNames() {
    return names.autoCreatedCount().count();
  }

  /** How many such names there are at most. */
  public int maxAutoCreated() {
    return names.config().maxAutoCreated();
  }

  private List<GeneratorReadiness> generatorReadiness() {
    List<GeneratorReadiness> all = new ArrayList<>();
    for (String name : configured()) {
      all.add(new GeneratorReadiness(
          name,
          names.failure(name).map(cause -> String.valueOf(cause.getMessage())),
          names.find(name).flatMap(NamedGenerator::runway)));
    }
    names
        .autoCreated()
        .flatMap(each -> each.runway().stream())
        .min(comparing(runway -> runway.lasts().orElse(FOR_EVER)))
        .map(runway -> new GeneratorReadiness(runway.name(), Optional.empty(), Optional.of(runway)))
        .ifPresent(all::add);
    return all;
  }
}
