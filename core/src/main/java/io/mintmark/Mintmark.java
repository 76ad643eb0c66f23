package io.mintmark;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.SettingsDamagedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Generator;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.kind.SettingsBuilder;
import io.mintmark.internal.line.Checkpoints;
import io.mintmark.internal.line.ClaimThreads;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.Lifecycle;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.key.KeyBuilder;
import io.mintmark.key.KeyGenerator;
import io.mintmark.objectid.ObjectIdBuilder;
import io.mintmark.objectid.ObjectIdGenerator;
import io.mintmark.prefix.PrefixedBuilder;
import io.mintmark.prefix.PrefixedGenerator;
import io.mintmark.sequence.Sequence;
import io.mintmark.sequence.SequenceBuilder;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.LineName;
import io.mintmark.uuid.UuidBuilder;
import io.mintmark.uuid.UuidGenerator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Opens a store, and hands out generators by name that make ids from claims on it. Thread-safe;
 * one a process and store is enough.
 *
 * <pre>{@code
 * try (Mintmark mint = Mintmark.open("file:/var/lib/mintmark")) {
 *   SnowflakeGenerator users = mint.snowflake("users");
 *   long id = users.next();
 * }
 * }</pre>
 *
 * <p>A generator is made when its name is first asked for, and the same one is returned from then
 * on; asking for one name with two settings is an error. Generators are shared, so they cannot be
 * closed: they end with the Mintmark, or with {@link #forget}. Settings that bear on uniqueness
 * must be those that the store knows under that name, so that two processes cannot differ in them.
 */
public final class Mintmark implements AutoCloseable {

  private final ClaimStore store;

  /** The same store, for generators: it notices when lines were moved to another store. */
  private final MovableStore lines;

  private final SpecNotes notes;
  private final boolean ownsStore;
  private final boolean storeMayBeAway;
  private final Context context;
  private final ClaimThreads background;
  private volatile boolean closed;

  /** Guarded by itself. */
  private final Map<String, Known> generators = new LinkedHashMap<>();

  private record Known(Generator generator, Lifecycle lifecycle, Settings<?> settings) {}

  Mintmark(
      ClaimStore store,
      boolean ownsStore,
      boolean storeMayBeAway,
      Context context,
      ClaimThreads background) {
    this.store = store;
    this.lines = new MovableStore(store);
    this.notes = new SpecNotes(store, context.background());
    this.ownsStore = ownsStore;
    this.storeMayBeAway = storeMayBeAway;
    this.context = context;
    this.background = background;
  }

  /**
   * Opens a store and gets ready to make ids from it.
   *
   * @param url for example {@code file:/var/lib/mintmark}, or {@code memory:} for tests
   * @return a Mintmark, which the caller closes
   * @throws ConfigurationException if the URL is wrong or its adapter is not there; the message
   *     names the missing artifact
   * @throws StoreUnavailableException if the store cannot be reached or is in use
   */
  public static Mintmark open(String url) {
    return builder().store(url).open();
  }

  /**
   * Gets ready to make ids from a store that the caller opened, and keeps open as long as needed.
   *
   * @param store not closed by this
   * @return a Mintmark, which the caller closes
   */
  public static Mintmark open(ClaimStore store) {
    return builder().store(store).open();
  }

  /**
   * Starts settings.
   *
   * @return a builder; it needs a store
   */
  public static MintmarkBuilder builder() {
    return new MintmarkBuilder();
  }

  /**
   * Returns the Snowflake generator of a name, with its settings as they were set first, or the
   * defaults.
   *
   * @param name a part of a line's name, see {@link LineName}
   * @return always the same for a name
   * @throws MintmarkException as {@link #snowflake(String, Consumer)} does
   */
  public SnowflakeGenerator snowflake(String name) {
    return get(name, SnowflakeGenerator.class, new SnowflakeBuilder());
  }

  /**
   * Returns the Snowflake generator of a name.
   *
   * @param name a part of a line's name, see {@link LineName}
   * @param settings what shall differ from the defaults
   * @return always the same for a name
   * @throws ConfigurationException if the settings cannot work, or differ from those that this name
   *     was asked for with before
   * @throws SettingsMismatchException if other settings were used under this name on this store
   * @throws SettingsDamagedException if somebody has changed the line that keeps this name's settings
   * @throws LineMovedException if the name's lines were moved to another store
   * @throws StoreUnavailableException if the store did not answer, or the name's lines are being
   *     moved to it
   * @throws ClosedException if this is closed
   */
  public SnowflakeGenerator snowflake(String name, Consumer<SnowflakeBuilder> settings) {
    return get(name, SnowflakeGenerator.class, Settings.of(new SnowflakeBuilder(), settings));
  }

  /**
   * Returns the sequence of a name, with its settings as they were set first, or the defaults.
   *
   * @param name a part of a line's name, see {@link LineName}
   * @return always the same for a name
   * @throws MintmarkException as {@link #sequence(String, Consumer)} does
   */
  public Sequence sequence(String name) {
    return get(name, Sequence.class, new SequenceBuilder());
  }

  /**
   * Returns the sequence of a name.
   *
   * @param name a part of a line's name, see {@link LineName}
   * @param settings what shall differ from the defaults
   * @return always the same for a name
   * @throws ConfigurationException if the settings cannot work, or differ from those that this name
   *     was asked for with before
   * @throws SettingsMismatchException if other settings were used under this name on this store
   * @throws SettingsDamagedException if somebody has changed the line that keeps this name's settings
   * @throws LineMovedException if the name's lines were moved to another store
   * @throws StoreUnavailableException if the store did not answer, or the name's lines are being
   *     moved to it
   * @throws ClosedException if this is closed
   */
  public Sequence sequence(String name, Consumer<SequenceBuilder> settings) {
    return get(name, Sequence.class, Settings.of(new SequenceBuilder(), settings));
  }

  /**
   * Returns the keys of a name, with their settings as they were set first.
   *
   * @param name a part of a line's name, see {@link LineName}
   * @return always the same for a name
   * @throws ConfigurationException if the name was not asked for with its format before
   * @throws ClosedException if this is closed
   */
  public KeyGenerator keys(String name) {
    return get(name, KeyGenerator.class, new KeyBuilder());
  }

  /**
   * Returns the keys of a name.
   *
   * @param name a part of a line's name, see {@link LineName}
   * @param settings the format, and what shall differ from the defaults
   * @return always the same for a name
   * @throws ConfigurationException if the settings cannot work, or differ from those that this name
   *     was asked for with before
   * @throws SettingsMismatchException if other settings were used under this name on this store
   * @throws SettingsDamagedException if somebody has changed the line that keeps this name's settings
   * @throws LineMovedException if the name's lines were moved to another store
   * @throws StoreUnavailableException if the store did not answer, or the name's lines are being
   *     moved to it
   * @throws ClosedException if this is closed
   */
  public KeyGenerator keys(String name, Consumer<KeyBuilder> settings) {
    return get(name, KeyGenerator.class, Settings.of(new KeyBuilder(), settings));
  }

  /**
   * Returns the UUIDs of a name, with their settings as they were set first, or the defaults.
   *
   * @param name a part of a line's name, see {@link LineName}
   * @return always the same for a name
   * @throws ConfigurationException if the name cannot be a line's name, or a generator of another
   *     kind has it
   * @throws ClosedException if this is closed
   */
  public UuidGenerator uuids(String name) {
    return get(name, UuidGenerator.class, new UuidBuilder());
  }

  /**
   * Returns the UUIDs of a name. They claim nothing on the store.
   *
   * @param name a part of a line's name, see {@link LineName}
   * @param settings what shall differ from the defaults
   * @return always the same for a name
   * @throws ConfigurationException if the settings cannot work, or differ from those that this name
   *     was asked for with before
   * @throws ClosedException if this is closed
   */
  public UuidGenerator uuids(String name, Consumer<UuidBuilder> settings) {
    return get(name, UuidGenerator.class, Settings.of(new UuidBuilder(), settings));
  }

  /**
   * Returns the ObjectIds of a name. They claim nothing on the store.
   *
   * @param name a part of a line's name, see {@link LineName}
   * @return always the same for a name
   * @throws ConfigurationException if the name cannot be a line's name, or a generator of another
   *     kind has it
   * @throws ClosedException if this is closed
   */
  public ObjectIdGenerator objectIds(String name) {
    return get(name, ObjectIdGenerator.class, new ObjectIdBuilder());
  }

  /**
   * Returns the ids with a prefix of a name, with their settings as they were set first.
   *
   * @param name as {@link #prefixed(String, Consumer)} was asked for it before
   * @return always the same for a name
   * @throws MintmarkException as there; also if it was not asked for it before
   */
  public PrefixedGenerator prefixed(String name) {
    return get(name, PrefixedGenerator.class, new PrefixedBuilder());
  }

  /**
   * Returns the ids with a prefix of a name. They claim what their kind does.
   *
   * @param name a part of a line's name, see {@link LineName}
   * @param settings the prefix and the kind
   * @return always the same for a name
   * @throws MintmarkException as {@link #snowflake(String, Consumer)} does
   */
  public PrefixedGenerator prefixed(String name, Consumer<PrefixedBuilder> settings) {
    return get(name, PrefixedGenerator.class, Settings.of(new PrefixedBuilder(), settings));
  }

  /** Returns the generator of a name as it was made, or makes it with the defaults. */
  private <G extends Generator> G get(String name, Class<G> type, SettingsBuilder<G> defaults) {
    return find(name)
        .map(found -> cast(name, found, type))
        .orElseGet(() -> get(name, type, Settings.of(defaults, unchanged -> {})));
  }

  /**
   * Returns a name's generator, which is made when it is first asked for: settings are agreed on
   * with all processes, without a lock. If two callers make one, the later is dropped.
   */
  private <G extends Generator> G get(String name, Class<G> type, Settings<G> settings) {
    settings.check(GeneratorName.check(name));
    Known known = find(name).orElseGet(() -> make(name, settings));
    G generator = cast(name, known, type);
    if (!Objects.equals(known.settings, settings)) {
      throw new ConfigurationException(
          "generator '" + name + "'",
          Message.of(
              "the name is in use with other settings: settings='{}', before='{}'",
              settings,
              known.settings));
    }
    return generator;
  }

  private Optional<Known> find(String name) {
    Objects.requireNonNull(name, "name");
    synchronized (generators) {
      checkOpen();
      return Optional.ofNullable(generators.get(name));
    }
  }

  private <G extends Generator> Known make(String name, Settings<G> settings) {
    SpecCheck check = new SpecCheck(lines, settings.fingerprint(name), notes, context);
    ClaimStore agreed =
        check.agreedOn(settings.firstLines(name), settings.ownsTicks(), storeMayBeAway);
    Built<G> built = settings.make(name, agreed, context);
    Known mine = new Known(built.generator(), built.lifecycle(), settings);
    synchronized (generators) {
      checkOpen();
      Known first = generators.putIfAbsent(name, mine);
      if (first != null) {
        return first;
      }
      Checkpoints.add(mine.lifecycle);
      context.observer().generatorMade(mine.generator);
      return mine;
    }
  }

  private static <G> G cast(String name, Known found, Class<G> type) {
    if (!type.isInstance(found.generator)) {
      throw new ConfigurationException(
          "generator '" + name + "'",
          "the name is in use for another kind of generator: asked for "
              + type.getSimpleName()
              + ", is "
              + found.generator.kind()
              + (found.generator instanceof PrefixedGenerator ? ", with a prefix" : ""));
    }
    return type.cast(found.generator);
  }

  /**
   * Closes a generator and forgets it, so that a process that serves ever new names does not keep
   * them all. Its lines stay; positions that it had claimed and not handed out become a gap. Later
   * calls on it throw {@link ClosedException}; a call that is under way either returns its ids or
   * throws that. Idempotent.
   *
   * <p>Asked for again, the name gets a new generator, which claims anew, as after a restart:
   * numbers of a sequence come after all former ones; ids that carry time start at the clock's
   * time, so they may lie below former ids by up to {@code maxAhead}. A new sequence, and keys
   * without a worker number, also notice if the store has lost claims of the former.
   *
   * @param generator one of this Mintmark's; nothing happens to any other
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
      context.observer().generatorEnded(generator);
    }
    found.lifecycle.close();
  }

  /**
   * Lists the generators made so far and not forgotten.
   *
   * @return in the order in which they were first asked for
   */
  public List<Generator> generators() {
    synchronized (generators) {
      return generators.values().stream().map(Known::generator).toList();
    }
  }

  /**
   * Returns the store, for operators' tools.
   *
   * @return the store, which closes with this Mintmark if this opened it
   */
  public ClaimStore store() {
    return store;
  }

  /**
   * Makes the generators of this process safe for a snapshot, from which several copies may be
   * restored: they drop what they have claimed and forget their random bits. Until {@link
   * #afterRestore}, calls for ids wait; after the claim timeout they fail. CRaC's checkpoints do
   * this by themselves; call it before any other snapshot, of AWS Lambda or of a virtual machine,
   * and {@link #afterRestore} after it.
   */
  public static void beforeSnapshot() {
    Checkpoints.suspend();
  }

  /** Lets all generators of this process go on, from fresh claims and fresh random bits. */
  public static void afterRestore() {
    Checkpoints.resume();
  }

  /** Stops all generators, then the background, then the store if this opened it. Idempotent. */
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
    made.forEach(known -> context.observer().generatorEnded(known.generator));
    notes.writeAll();
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
