package io.mintmark;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.SettingsDamagedException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Generator;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.line.Checkpoints;
import io.mintmark.internal.line.ClaimThreads;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.Lifecycle;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.Spec;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.key.KeyBuilder;
import io.mintmark.key.KeyGenerator;
import io.mintmark.objectid.ObjectIdBuilder;
import io.mintmark.objectid.ObjectIdGenerator;
import io.mintmark.prefix.PrefixedIds;
import io.mintmark.sequence.Sequence;
import io.mintmark.sequence.SequenceBuilder;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.store.ClaimStore;
import io.mintmark.uuid.UuidBuilder;
import io.mintmark.uuid.UuidGenerator;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Opens a store, and creates generators, which make ids from claims on that store. Thread-safe. A
 * process needs one instance per store.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.snowflake.SnowflakeGenerator;
 *
 * try (Mintmark mint = Mintmark.open("file:/var/lib/mintmark")) {
 *   SnowflakeGenerator users = mint.snowflake("users");
 *   long id = users.next();
 * }
 * }</pre>
 *
 * <p>A store holds <i>lines</i>: named, durable counters that only grow. A generator <i>claims</i>
 * a range of a line's numbers, called <i>positions</i>, and makes its ids from them. The store
 * gives each position to one claim only.
 *
 * <p>The first call for a name creates its generator. Later calls return the same instance, with
 * the settings of the first call. They throw if they pass a different value for a setting that
 * affects uniqueness or order. Generators are shared, so there is no {@code close} method: a
 * generator ends when its Mintmark is closed, or with {@link #forget}.
 *
 * <p>When a generator makes its first claim, the store keeps the settings of its name that
 * uniqueness depends on, with their fingerprint (a hash). From then on, no process can use the name
 * with different settings. A call without settings uses the stored settings, and the defaults for
 * all other settings, such as the maximum of a sequence. If the store does not know the name, all
 * settings are the defaults. A call without settings fails like a call with different settings if
 * the store's settings are not complete. This is so for opaque ids, whose secret is not in the
 * store, and for keys that show a database or table.
 */
public final class Mintmark implements AutoCloseable {

  private final LineStore store;

  /** The store that generators use. It detects lines that were moved to another store. */
  private final MovableStore lines;

  /** Whether this Mintmark has opened the store and must close it. */
  private final boolean ownsStore;

  private final boolean storeMayBeAway;
  private final boolean declaredNamesOnly;
  private final Context context;
  private final ClaimThreads background;
  private volatile boolean closed;

  /** The generators by their names. The map itself is the lock that guards it. */
  private final Map<String, Known> generators = new LinkedHashMap<>();

  private final OtherSettings otherSettings = new OtherSettings();

  private record Known(Generator generator, Lifecycle lifecycle, Settings<?> settings) {}

  Mintmark(MintmarkBuilder chosen, LineStore store, Context context, ClaimThreads background) {
    this.store = store;
    this.lines = new MovableStore(store);
    this.ownsStore = chosen.url != null;
    this.storeMayBeAway = chosen.storeMayBeAway;
    this.declaredNamesOnly = chosen.declaredNamesOnly;
    this.context = context;
    this.background = background;
  }

  /**
   * Opens a store with the default settings.
   *
   * @param url for example {@code file:/var/lib/mintmark}, or {@code memory:} for tests
   * @return a Mintmark, which the caller closes
   * @throws ConfigurationException if the URL is wrong or its adapter is missing; the message names
   *     the missing artifact
   * @throws StoreUnavailableException if the store cannot be reached or is in use
   */
  public static Mintmark open(String url) {
    return builder().store(url).open();
  }

  /**
   * Creates a Mintmark on a store that the caller has opened. The caller must keep the store open
   * until the Mintmark is closed.
   *
   * @param store an open store; {@link #close} does not close it
   * @return a Mintmark, which the caller closes
   */
  public static Mintmark open(ClaimStore store) {
    return builder().store(store).open();
  }

  /**
   * Creates an empty store in this process's memory, for tests and first trials. Nothing in it is
   * durable. Every Mintmark that is opened on it makes different ids.
   *
   * @param clock the clock that {@link ClaimStore#now} reads, for example {@link
   *     InstantSource#system}
   * @return an open store
   */
  public static ClaimStore memoryStore(InstantSource clock) {
    return new MemoryStore(clock);
  }

  /**
   * Returns a builder with the default settings.
   *
   * @return a builder; it needs a store
   */
  public static MintmarkBuilder builder() {
    return new MintmarkBuilder();
  }

  /**
   * Returns the Snowflake generator of a name. If it does not exist yet, it is created with
   * the settings that the store keeps for the name, or else with the default settings.
   *
   * @param name the generator's name; it must be valid in a line's name, see {@link ClaimStore}
   * @return the same generator on each call
   * @throws MintmarkException as {@link #snowflake(String, Consumer)} does
   */
  public SnowflakeGenerator snowflake(String name) {
    return get(name, SnowflakeGenerator.class, SnowflakeBuilder.class);
  }

  /**
   * Returns the Snowflake generator of a name.
   *
   * @param name the generator's name; it must be valid in a line's name, see {@link ClaimStore}
   * @param settings changes the default settings
   * @return the same generator on each call
   * @throws ConfigurationException if the settings are invalid
   * @throws SettingsMismatchException if this process or another one has used this name with
   *     different settings on this store. Settings that do not affect uniqueness, such as how
   *     far ahead to claim, may differ; the settings of the first call in this Mintmark apply
   * @throws SettingsDamagedException if the line that keeps this name's settings was changed
   * @throws LineMovedException if the name's lines were moved to another store
   * @throws StoreUnavailableException if the store did not answer, or the name's lines are being
   *     moved to it
   * @throws ClosedException if this is closed
   */
  public SnowflakeGenerator snowflake(String name, Consumer<SnowflakeBuilder> settings) {
    return get(name, SnowflakeGenerator.class, Settings.of(SnowflakeBuilder.class, settings));
  }

  /**
   * Returns the sequence of a name. If it does not exist yet, it is created with the settings that
   * the store keeps for the name, or else with the default settings.
   *
   * @param name the generator's name; it must be valid in a line's name, see {@link ClaimStore}
   * @return the same generator on each call
   * @throws MintmarkException as {@link #sequence(String, Consumer)} does
   */
  public Sequence sequence(String name) {
    return get(name, Sequence.class, SequenceBuilder.class);
  }

  /**
   * Returns the sequence of a name.
   *
   * @param name the generator's name; it must be valid in a line's name, see {@link ClaimStore}
   * @param settings changes the default settings
   * @return the same generator on each call
   * @throws ConfigurationException if the settings are invalid
   * @throws SettingsMismatchException if this process or another one has used this name with
   *     different settings on this store. Settings that do not affect uniqueness, such as how
   *     far ahead to claim, may differ; the settings of the first call in this Mintmark apply
   * @throws SettingsDamagedException if the line that keeps this name's settings was changed
   * @throws LineMovedException if the name's lines were moved to another store
   * @throws StoreUnavailableException if the store did not answer, or the name's lines are being
   *     moved to it
   * @throws ClosedException if this is closed
   */
  public Sequence sequence(String name, Consumer<SequenceBuilder> settings) {
    return get(name, Sequence.class, Settings.of(SequenceBuilder.class, settings));
  }

  /**
   * Returns the key generator of a name. If it does not exist yet, it is created with the settings
   * that the store keeps for the name.
   *
   * @param name the generator's name; it must be valid in a line's name, see {@link ClaimStore}
   * @return the same generator on each call
   * @throws ConfigurationException if no earlier call has set the format of this name, and the
   *     store does not keep complete settings for it
   * @throws MintmarkException as {@link #keys(String, Consumer)} does
   */
  public KeyGenerator keys(String name) {
    return get(name, KeyGenerator.class, KeyBuilder.class);
  }

  /**
   * Returns the key generator of a name.
   *
   * @param name the generator's name; it must be valid in a line's name, see {@link ClaimStore}
   * @param settings sets the format, and changes the default settings
   * @return the same generator on each call
   * @throws ConfigurationException if the settings are invalid
   * @throws SettingsMismatchException if this process or another one has used this name with
   *     different settings on this store. Settings that do not affect uniqueness, such as how
   *     far ahead to claim, may differ; the settings of the first call in this Mintmark apply
   * @throws SettingsDamagedException if the line that keeps this name's settings was changed
   * @throws LineMovedException if the name's lines were moved to another store
   * @throws StoreUnavailableException if the store did not answer, or the name's lines are being
   *     moved to it
   * @throws ClosedException if this is closed
   */
  public KeyGenerator keys(String name, Consumer<KeyBuilder> settings) {
    return get(name, KeyGenerator.class, Settings.of(KeyBuilder.class, settings));
  }

  /**
   * Returns the UUID generator of a name. If it does not exist yet, it is created with the default
   * settings.
   *
   * @param name the generator's name; it must be valid in a line's name, see {@link ClaimStore}
   * @return the same generator on each call
   * @throws ConfigurationException if the name is not valid in a line's name, or belongs to a
   *     generator of another kind
   * @throws ClosedException if this is closed
   */
  public UuidGenerator uuids(String name) {
    return get(name, UuidGenerator.class, UuidBuilder.class);
  }

  /**
   * Returns the UUID generator of a name. It claims nothing on the store.
   *
   * @param name the generator's name; it must be valid in a line's name, see {@link ClaimStore}
   * @param settings changes the default settings
   * @return the same generator on each call
   * @throws ConfigurationException if the settings are invalid, or differ from the settings of an
   *     earlier call for this name
   * @throws ClosedException if this is closed
   */
  public UuidGenerator uuids(String name, Consumer<UuidBuilder> settings) {
    return get(name, UuidGenerator.class, Settings.of(UuidBuilder.class, settings));
  }

  /**
   * Returns the ObjectId generator of a name. It claims nothing on the store.
   *
   * @param name the generator's name; it must be valid in a line's name, see {@link ClaimStore}
   * @return the same generator on each call
   * @throws ConfigurationException if the name is not valid in a line's name, or belongs to a
   *     generator of another kind
   * @throws ClosedException if this is closed
   */
  public ObjectIdGenerator objectIds(String name) {
    return get(name, ObjectIdGenerator.class, ObjectIdBuilder.class);
  }

  /**
   * Returns the existing generator of a name. Never creates a generator.
   *
   * @param name the generator's name
   * @return the generator; empty if this Mintmark has no generator of this name
   */
  public Optional<Generator> find(String name) {
    return known(name).map(Known::generator);
  }

  /**
   * Returns the generator of a name if it exists. Otherwise creates it, with the settings that the
   * store has for this name, or with the default settings if the store does not know the name.
   */
  private <G extends Generator> G get(String name, Class<G> type, Class<?> builder) {
    return cast(name, known(name).orElseGet(() -> make(name, builder)), type);
  }

  private Known make(String name, Class<?> builder) {
    Settings<?> defaults = Settings.of(builder, unchanged -> {});
    boolean complete = defaults.faults(checked(name)).isEmpty();
    boolean claims = !complete || !defaults.fingerprint(name).isEmpty();
    if (declaredNamesOnly && claims && lines.position(SpecLine.of(name)) == 0) {
      throw new ConfigurationException(
          defaults.subject(name),
          "the store does not know the name, and only declared names are allowed: give the settings"
              + " of the name, or correct the name");
    }
    if (!complete) {
      Settings<?> stored = StoredSettings.read(name, builder, lines).orElse(defaults);
      stored.check(name);
      return make(name, stored);
    }
    try {
      return make(name, defaults);
    } catch (SettingsMismatchException e) {
      return make(name, StoredSettings.read(name, builder, lines).orElseThrow(() -> e));
    }
  }

  /**
   * Returns the generator of a name, and creates it on the first call. The lock is not held while
   * the generator is created, because this compares its settings with those in the store, which
   * takes time. If two callers create it at the same time, the second instance is dropped.
   */
  <G extends Generator> G get(String name, Class<G> type, Settings<?> settings) {
    settings.check(checked(name));
    Known known = known(name).orElseGet(() -> make(name, settings));
    G generator = cast(name, known, type);
    if (!Objects.equals(known.settings, settings)) {
      boolean otherKind = settings.getClass() != known.settings.getClass();
      otherSettings.check(
          name, settings, known.settings, otherKind || generator instanceof PrefixedIds);
    }
    return generator;
  }

  private Optional<Known> known(String name) {
    Objects.requireNonNull(name, "name");
    synchronized (generators) {
      checkOpen();
      return Optional.ofNullable(generators.get(name));
    }
  }

  private Known make(String name, Settings<?> settings) {
    LineStore agreed = agreedLines(name, settings);
    Built<? extends Generator> built = settings.make(name, agreed, context);
    Known mine = new Known(built.generator(), built.lifecycle(), settings);
    synchronized (generators) {
      checkOpen();
      Known first = generators.get(name);
      if (first != null) {
        return first;
      }
      otherSettings.add(settings.fingerprint(name));
      generators.put(name, mine);
      Checkpoints.add(mine.lifecycle);
      context.tell(observer -> observer.generatorMade(mine.generator));
      return mine;
    }
  }

  /** Compares the settings of a generator with the store's, and returns the store for it. */
  private LineStore agreedLines(String name, Settings<?> settings) {
    List<Spec> specs = settings.fingerprint(name);
    if (specs.isEmpty()) {
      return lines;
    }
    AgreedLines own =
        new AgreedLines(lines, specs, settings.firstLines(name), settings.ownsTicks(), context);
    try {
      return own.compareFirst() ? lines : own;
    } catch (StoreUnavailableException e) {
      if (storeMayBeAway) {
        return own;
      }
      throw e;
    }
  }

  private static String checked(String name) {
    SpecLine.nameFault(Objects.requireNonNull(name, "name")).ifPresent(fault -> {
      throw new ConfigurationException("generator '" + name + "'", fault);
    });
    return name;
  }

  private static <G> G cast(String name, Known found, Class<G> type) {
    if (!type.isInstance(found.generator)) {
      throw new ConfigurationException(
          "generator '" + name + "'",
          "the name is in use for another kind of generator: requested "
              + type.getSimpleName()
              + ", is "
              + found.generator.kind()
              + (found.generator instanceof PrefixedIds ? ", with a prefix" : ""));
    }
    return type.cast(found.generator);
  }

  /**
   * Closes a generator and removes it, so that a process that uses more and more names need not
   * keep a generator for each of them. The lines stay in the store. Positions that the generator
   * had claimed and not yet used become a gap. Later calls on the generator throw {@link
   * ClosedException}. A call in progress either returns its ids or throws this exception.
   * Idempotent.
   *
   * <p>The next call for the name creates a new generator, which makes new claims, as after a
   * restart of the process. A sequence continues above all its former numbers. Ids that carry time
   * may be lower than former ids by up to {@link io.mintmark.settings.TimedBuilder#maxAhead}. If
   * the store has lost claims of the former generator, a new sequence, or a new generator of keys
   * without a worker number, detects this.
   *
   * @param generator a generator of this Mintmark; any other is ignored
   */
  public void forget(Generator generator) {
    Objects.requireNonNull(generator, "generator");
    Known found;
    synchronized (generators) {
      found = generators.get(generator.name());
      if (found == null || found.generator != generator) {
        return;
      }
      generators.remove(generator.name());
      otherSettings.remove(generator.name(), found.settings.fingerprint(generator.name()));
      context.tell(observer -> observer.generatorEnded(generator));
    }
    found.lifecycle.close();
  }

  /**
   * Lists the existing generators. Forgotten generators are not included.
   *
   * @return the generators in the order of their first calls
   */
  public List<Generator> generators() {
    synchronized (generators) {
      return generators.values().stream().map(Known::generator).toList();
    }
  }

  LineStore store() {
    return store;
  }

  /**
   * Prepares the generators of this process for a snapshot from which several copies may be
   * restored. The generators drop their claims and their random bits. Until {@link #afterRestore}
   * is called, calls for ids wait, and fail after the claim timeout. CRaC checkpoints call this
   * automatically. Before any other snapshot, for example of AWS Lambda or of a virtual machine,
   * call it yourself, and call {@link #afterRestore} after the restore.
   */
  public static void beforeSnapshot() {
    Checkpoints.suspend();
  }

  /** Resumes all generators of this process, with new claims and new random bits. */
  public static void afterRestore() {
    Checkpoints.resume();
  }

  /**
   * Closes all generators, the background threads, and the store if this Mintmark has opened it.
   * Idempotent.
   */
  @Override
  public void close() {
    List<Known> made;
    synchronized (generators) {
      if (closed) {
        return;
      }
      closed = true;
      made = List.copyOf(generators.values());
    }
    made.forEach(known -> known.lifecycle.close());
    made.forEach(known -> context.tell(observer -> observer.generatorEnded(known.generator)));
    background.close(ownsStore, context.claimTimeout());
    if (ownsStore) {
      store.close();
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new ClosedException("Mintmark is closed");
    }
  }
}
