package io.mintmark.server.service;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;

import io.mintmark.ClosedException;
import io.mintmark.ConfigurationException;
import io.mintmark.Generator;
import io.mintmark.Mintmark;
import io.mintmark.MintmarkException;
import io.mintmark.Supply;
import io.mintmark.config.file.AutoCreate;
import io.mintmark.config.file.Config;
import io.mintmark.config.file.Configured;
import io.mintmark.inspect.Inspector;
import io.mintmark.inspect.Reading;
import io.mintmark.key.KeyRequest;
import io.mintmark.line.TickPosition;
import io.mintmark.sequence.Sequence;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Ids by the names of their generators, for every protocol alike. Thread-safe.
 *
 * <p><b>Idle names.</b> A name that was made by being asked for is closed and forgotten when nobody
 * has asked for an id for long enough ({@link #look}). A call that comes upon the closed
 * generator has got nothing from it; it drops the name, if nobody has yet, and starts over with a
 * new one ({@link #draw}). Should a name be dropped twice, or one that was made in the meantime, it
 * is only made once more.
 *
 * <p>What can wait for the store says so beforehand ({@link #waits}), so that a thread which must
 * not wait can hand it on. Everything throws what the library throws; {@link Problem} tells what it
 * means.
 */
public final class IdService {

  private static final Logger LOG = System.getLogger(IdService.class.getName());

  /** The most ids in one request. */
  public static final int MAX_COUNT = 10_000;

  /** How often a call starts over. Once is rare; twice takes a thread that slept all the while. */
  private static final int MAX_REOPENS = 3;

  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final Mintmark mint;
  private final Config config;
  private final Map<String, Named> byName = new ConcurrentHashMap<>();
  private final AtomicLong madeByForgotten = new AtomicLong();
  private final LongAdder opened = new LongAdder();
  private final LongAdder forgotten = new LongAdder();
  private final Inspector inspector;
  private final StoreHealth health;
  private volatile boolean stopping;

  /** Tells what is implausible and what runs out; no id is made by it. */
  private final InstantSource clock = InstantSource.system();

  /**
   * Opens every configured generator.
   *
   * @param mint what hands them out; stays the caller's to close
   * @param config which there are
   * @throws ConfigurationException if some cannot be opened as they are configured; all of them
   *     are named
   */
  public IdService(Mintmark mint, Config config) {
    this.mint = mint;
    this.config = config;
    this.inspector = config.inspector(clock);
    this.health = new StoreHealth(mint.store(), clock);
    Map<String, Generator> generators = config.open(mint);
    config
        .generators()
        .forEach((name, configured) ->
            byName.put(name, new Named(Objects.requireNonNull(generators.get(name)), configured)));
  }

  private Named open(String name, Configured configured) {
    return new Named(configured.settings().open(mint, name), configured);
  }

  /** Tells whether the next id of a name may have to wait for the store. */
  public boolean waits(String name) {
    Named found = byName.get(name);
    return found == null || found.waits();
  }

  /** Makes {@code count} ids, 1 to {@value #MAX_COUNT}, as texts in their order. */
  public List<String> next(String name, int count) {
    return next(name, count, KeyRequest.PLAIN);
  }

  /** Makes {@code count} ids, 1 to {@value #MAX_COUNT}; only keys have a request of their own. */
  public List<String> next(String name, int count, KeyRequest request) {
    if (count < 1 || count > MAX_COUNT) {
      throw new IllegalArgumentException(
          "a request is for 1 to " + MAX_COUNT + " ids: count=" + count + "; none was issued");
    }
    return draw(name, named -> named.nextTexts(count, request));
  }

  /** Draws the next number of a name. */
  public long increment(String name) {
    return draw(name, Named::nextNumber);
  }

  /** Draws the next numbers of a name one by one, until they are enough or one cannot be had. */
  public Drawn increments(String name, int times) {
    Drawn drawn = new Drawn(times);
    try {
      return draw(name, named -> named.nextNumbers(drawn));
    } catch (RuntimeException e) { // Those that were drawn are the caller's all the same.
      drawn.failed(e);
      return drawn;
    }
  }

  /**
   * Draws that many numbers without a gap; answers the last. One number any generator of numbers
   * gives, more a plain sequence of step 1.
   */
  public long increment(String name, long count) {
    if (count < 1) {
      throw new IllegalArgumentException(
          "a sequence only counts up, by 1 or more: increment=" + count + "; none was issued");
    }
    return count == 1 ? increment(name) : draw(name, named -> named.reserve(count));
  }

  /** The last id of a name that was drawn here; empty before the first, and of one forgotten. */
  public Optional<String> last(String name) {
    return Optional.ofNullable(byName.get(name)).flatMap(Named::last);
  }

  /** Tells whether a Redis command on a name is configured to be answered and to do nothing. */
  public boolean ignores(String name, String command) {
    Named found = byName.get(name);
    return found == null
        ? autoCreate(name).map(what -> what.ignored().contains(command)).orElse(false)
        : found.ignores(command);
  }

  /** Describes every generator, those configured first, then by name. */
  public List<Served> generators() {
    List<Served> all = new ArrayList<>();
    config.generators().keySet().forEach(name -> all.add(named(name).describe()));
    byName.entrySet().stream()
        .filter(entry -> !isConfigured(entry.getKey()))
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry -> all.add(entry.getValue().describe()));
    return all;
  }

  /**
   * Looks at all names: how fast ids are made, and which of the names that were made by being asked
   * for have made none for so long. Those are closed and forgotten: their lines stay, what was
   * claimed for them and not handed out is burned, and they count no longer against {@code
   * max-auto-created}. Called again and again, by one thread; what happened between two looks
   * counts as of the later.
   *
   * @param nowNanos time that passes, by one clock for all calls
   * @param idleAfter how long
   */
  public void look(long nowNanos, Duration idleAfter) {
    byName.forEach((name, named) -> {
      named.look(nowNanos);
      if (!isConfigured(name) && named.isIdle(idleAfter.toNanos())) {
        // Closed before it is dropped: so nobody can find it by its name and then lose it.
        mint.forget(named.generator());
        drop(name, named);
      }
    });
    tellOfNames();
  }

  /** One line for all since the last look: clients make names come and go as fast as they like. */
  private void tellOfNames() {
    long came = opened.sumThenReset();
    long went = forgotten.sumThenReset();
    if (came > 0 || went > 0) {
      LOG.log(
          Level.INFO,
          "names were made by being asked for, or forgotten when idle: made={0}, forgotten={1},"
              + " now={2}",
          Long.toString(came),
          Long.toString(went),
          Integer.toString(autoCreatedNames()));
    }
  }

  /** Describes one generator; asking does not make one. */
  public Served describe(String name) {
    Named found = byName.get(name);
    if (found == null) {
      throw unknown(name);
    }
    return found.describe();
  }

  /**
   * Reads an id in every way that fits, likeliest first, the configured layouts before presets.
   *
   * @param seen the names of the generators that may be seen; readings as others' ids are left out,
   *     as they show formats and descriptions
   */
  public List<Reading> inspect(String id, Predicate<String> seen) {
    return inspector.inspect(id).stream()
        .filter(reading -> generatorOf(reading).map(seen::test).orElse(true))
        .toList();
  }

  /** The configured generator whose id it would be: the kind is like {@code key:NAME}. */
  private Optional<String> generatorOf(Reading reading) {
    int colon = reading.kind().indexOf(':');
    return Optional.of(reading.kind().substring(colon + 1))
        .filter(name -> colon >= 0 && isConfigured(name));
  }

  /** Says what configured keys mean that may be seen, see {@link KeyAnalysis#named}. */
  public KeyAnalysis explain(String name, int skewIds, Predicate<String> seen) {
    return KeyAnalysis.named(config.seen(seen), name, skewIds, clock.instant());
  }

  /** Says what keys of some settings would mean, see {@link KeyAnalysis#read}. */
  public KeyAnalysis explain(Map<String, String> settings, int skewIds) {
    return KeyAnalysis.read(settings, skewIds, clock.instant());
  }

  /** Finds the ids of a span of time, of generators that may be seen; see {@link IdRange#of}. */
  public IdRange range(String kind, Instant from, Instant to, Predicate<String> seen) {
    return IdRange.of(config.seen(seen), kind, from, to);
  }

  /** Says which time a position stands for, of a line that a configured generator claims on. */
  public Optional<TickPosition> tickOf(String line, long position) {
    return config.generators().keySet().stream()
        .flatMap(name -> named(name).tickOf(line, position).stream())
        .findFirst();
  }

  /** Asks the store, so that it is known and logged when it answers no more though nobody asks. */
  public void checkStore() {
    Optional<MintmarkException> unused = health.check();
  }

  /** Says that this server is about to stop: it is ready no more, but makes ids still. */
  public void stop() {
    stopping = true;
  }

  /** Asks the store, unless the server stops; tells how far the generators get without it. */
  public Readiness readiness() {
    Optional<MintmarkException> fault = stopping
        ? Optional.of(new ClosedException("the server stops; what is in flight is answered"))
        : health.check();
    Optional<Problem> problem = fault.map(Problem::of);
    return new Readiness(problem, health.downSince(), runways());
  }

  /** Whether the store did not answer when it was last asked, see {@link #checkStore}. */
  public boolean isStoreDown() {
    return health.downSince().isPresent();
  }

  /** The names of the configured generators. */
  public Set<String> configured() {
    return config.generators().keySet();
  }

  /** What a configured generator is doing. */
  public Pulse pulse(String name) {
    return named(name).pulse();
  }

  /** What all names made by being asked for are doing, also by those forgotten since. */
  public Pulse autoCreated() {
    long made = madeByForgotten.get();
    long left = 0;
    Optional<Duration> lasts = Optional.empty();
    for (Named each : autoCreatedNow().toList()) {
      Pulse pulse = each.pulse();
      made += pulse.made();
      left += pulse.supply().map(Supply::left).orElse(0L);
      lasts = Stream.concat(lasts.stream(), pulse.lasts().stream()).min(naturalOrder());
    }
    Supply supply = new Supply(left, Optional.empty(), Optional.empty(), 0);
    return new Pulse(Sequence.KIND, made, Optional.of(supply), lasts);
  }

  /** How many names were made by being asked for and are not forgotten. */
  public int autoCreatedNames() {
    return byName.size() - config.generators().size();
  }

  /** How many such names there are at most. */
  public int maxAutoCreated() {
    return config.maxAutoCreated();
  }

  private Stream<Named> autoCreatedNow() {
    return byName.entrySet().stream()
        .filter(entry -> !isConfigured(entry.getKey()))
        .map(Map.Entry::getValue);
  }

  private List<Runway> runways() {
    List<Runway> all = new ArrayList<>();
    config.generators().keySet().forEach(name -> named(name).runway().ifPresent(all::add));
    autoCreatedNow()
        .flatMap(each -> each.runway().stream())
        .min(comparing(runway -> runway.lasts().orElse(FOR_EVER)))
        .ifPresent(all::add);
    return all;
  }

  private <T> T draw(String name, Function<Named, T> call) {
    for (int reopens = 0; ; reopens++) {
      Named named = named(name);
      try {
        return call.apply(named);
      } catch (ClosedException e) {
        // If all is closed, and not only this name, making it anew says so.
        if (isConfigured(name) || reopens == MAX_REOPENS) {
          throw e;
        }
        drop(name, named);
      }
    }
  }

  private void drop(String name, Named named) {
    if (byName.remove(name, named)) {
      madeByForgotten.addAndGet(named.made());
      forgotten.increment();
      LOG.log(Level.DEBUG, "a name was forgotten: name={0}", name);
    }
  }

  private boolean isConfigured(String name) {
    return config.generators().containsKey(name);
  }

  private Named named(String name) {
    Named found = byName.get(name);
    return found == null ? create(name) : found;
  }

  /**
   * Holds no lock while the store is asked: two may open one name, and both get the same; and calls
   * at one moment may pass the bound, by as many as there are threads.
   */
  private Named create(String name) {
    Configured configured = autoCreate(name).orElseThrow(() -> unknown(name));
    if (autoCreatedNames() >= config.maxAutoCreated()) {
      throw new UnknownGeneratorException("names are made by being asked for up to a bound:"
          + " max-auto-created="
          + config.maxAutoCreated()
          + ", name="
          + name
          + "; it was not made");
    }
    Named named = open(name, configured);
    @Nullable Named before = byName.putIfAbsent(name, named);
    if (before != null) {
      return before;
    }
    opened.increment();
    LOG.log(Level.DEBUG, "a name was made by being asked for: name={0}", name);
    return named;
  }

  private Optional<Configured> autoCreate(String name) {
    return config.autoCreate().stream()
        .filter(candidate -> candidate.names().matches(name))
        .map(AutoCreate::configured)
        .findFirst();
  }

  private static UnknownGeneratorException unknown(String name) {
    return new UnknownGeneratorException("no generator has this name: name=" + name);
  }
}
