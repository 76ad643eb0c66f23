package io.mintmark.config;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.generator.Generator;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.store.PublishedCounter;
import io.mintmark.internal.text.IdPrefix;
import io.mintmark.key.KeyBuilder;
import io.mintmark.key.Shards;
import io.mintmark.snowflake.SnowflakeLayout;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * One generator's settings, read from texts by name and checked as a whole. Immutable; one instance
 * can open any number of generators.
 *
 * <p>Every generator has {@code type}, and the notes for people: {@code description}, {@code table}
 * and {@code column}. The other settings depend on the type, see {@link #table}.
 *
 * <p>A duration is written {@code 500ms}, {@code 10s}, {@code 1m}, {@code 2h}, {@code 1d} or as in
 * ISO 8601. A moment is written as in ISO 8601, in UTC. A range such as {@code 1..99} includes both
 * ends.
 */
public final class GeneratorSettings {

  private final String type;

  /** The texts of all settings, including the notes for people. */
  private final Map<String, String> texts;

  private final SettingTable<?> table;
  private final SettingValues values;
  private final Optional<Shards> shards;
  private final Map<Integer, Shards> earlierShards;
  private final Optional<IdPrefix> prefix;

  /**
   * Reads the settings of a known type. The caller must have read its own settings from the reader
   * already, because each remaining key is a fault.
   *
   * @param type {@code key}, {@code sequence}, {@code snowflake}, {@code objectid}, {@code uuid} or
   *     {@code typeid}
   * @param reader gathers the faults; the settings are usable only if there are none
   */
  public GeneratorSettings(String type, SettingReader reader) {
    this.type = type;
    this.texts = reader.settings();
    this.table = Objects.requireNonNull(GeneratorTables.BY_TYPE.get(type));
    this.values = SettingValues.read(table.settings(), reader);
    if (type.equals("key") && !reader.has("format")) {
      reader.fault("format", "the keys have no format, for example {time:yyMMddHHmmss}{seq:4}");
    }
    if (type.equals("typeid") && !reader.has("prefix")) {
      reader.fault("prefix", "the TypeIDs have no prefix, for example user");
    }
    this.shards = ShardLayout.PRESENT.shards(values, reader);
    this.earlierShards = type.equals("key") ? ShardLayout.earlier(reader) : Map.of();
    boolean checked = values.find(GeneratorTables.CHECK_DIGIT).orElse(false);
    if (checked && !reader.has("prefix")) {
      reader.fault("check-digit", "ids without a prefix have no check digit; add prefix");
    }
    this.prefix = values
        .find(GeneratorTables.ID_PREFIX)
        .or(() -> values.find(GeneratorTables.PREFIX))
        .map(text -> new IdPrefix(text, checked));
    reader.refuseUnread(type);
  }

  /**
   * Reads settings.
   *
   * @param settings values by hyphenated key
   * @param place returns the text with which messages name a key, for example
   *     {@code mintmark.yaml:12: generators.users.epoch}
   * @return the checked settings
   * @throws ConfigurationException if a key is unknown or missing or a value is wrong; the message
   *     has every fault
   */
  public static GeneratorSettings of(Map<String, String> settings, UnaryOperator<String> place) {
    return of(new SettingReader(settings, place));
  }

  /** Reads settings, as the constructor does, including their type. Throws if there is a fault. */
  static GeneratorSettings of(SettingReader reader) {
    Optional<String> type = reader.read(GeneratorTables.TYPE);
    if (!reader.has("type")) {
      reader.fault(
          "type",
          "the generator has no type, one of "
              + String.join(", ", GeneratorTables.BY_TYPE.keySet()));
    }
    Optional<GeneratorSettings> read = type.map(known -> new GeneratorSettings(known, reader));
    reader.check("generator settings");
    return read.orElseThrow();
  }

  /**
   * Lists all settings of a type of generator, with {@code type} and the notes for people.
   *
   * @param type {@code key}, {@code sequence}, {@code snowflake}, {@code objectid}, {@code uuid} or
   *     {@code typeid}
   * @return a row for each setting
   */
  public static List<Setting<?>> table(String type) {
    List<Setting<?>> all = new ArrayList<>(List.of(GeneratorTables.TYPE));
    SettingTable<?> own = GeneratorTables.BY_TYPE.get(type);
    all.addAll(own == null ? GeneratorTables.NOTES : own.settings());
    return all;
  }

  /**
   * Opens a generator with these settings.
   *
   * @param mint opens the generator
   * @param name the generator's name
   * @return the generator
   * @throws ConfigurationException if the settings cannot work together; the message has every
   *     fault
   * @throws io.mintmark.error.MintmarkException if the store has other settings for the name, or is
   *     out of reach
   */
  public Generator open(Mintmark mint, String name) {
    if (type.equals("key")) {
      return mint.keys(name, builder -> {
        applyTo(builder);
        routeFrom().ifPresent(other -> builder.routeFrom(mint.keys(other)));
      });
    }
    Settings<?> plain = filled();
    return MintmarkAccess.generatorOf(
        mint,
        name,
        prefix.<Settings<?>>map(text -> new PrefixedSettings(plain, type, text)).orElse(plain));
  }

  /**
   * Returns the type of the ids.
   *
   * @return {@code key}, {@code sequence}, {@code snowflake}, {@code objectid}, {@code uuid} or
   *     {@code typeid}
   */
  public String type() {
    return type;
  }

  /**
   * Returns whether the ids are made from lines (counters in the store).
   *
   * @return false for ObjectIds, UUIDs and TypeIDs
   */
  public boolean usesLines() {
    return type.equals("key") || type.equals("sequence") || type.equals("snowflake");
  }

  /**
   * Returns the settings as they were read.
   *
   * @return values by hyphenated key, sorted
   */
  public Map<String, String> texts() {
    return texts;
  }

  /**
   * Returns the notes for people.
   *
   * @return {@code description}, {@code table} and {@code column}, in this order, if they are set
   */
  public Map<String, String> notes() {
    Map<String, String> notes = new LinkedHashMap<>();
    GeneratorTables.NOTES.forEach(
        note -> values.find(note).ifPresent(text -> notes.put(note.key(), text)));
    return notes;
  }

  /**
   * Runs the checks that involve several settings, as {@link #open} does. It does not check
   * {@code route-from}, which needs an open generator.
   *
   * @param name the generator's name
   * @throws ConfigurationException with every fault
   */
  public void check(String name) {
    if (!type.equals("snowflake")) { // A Snowflake's settings are checked when it is opened.
      filled().check(name);
    }
  }

  /**
   * Fills the builder of this type, without the prefix, and without {@code route-from}, which needs
   * an open generator.
   *
   * @return the settings for the library
   */
  public Settings<?> filled() {
    return type.equals("key") ? Settings.of(KeyBuilder.class, this::applyTo) : table.filled(values);
  }

  private void applyTo(KeyBuilder builder) {
    GeneratorTables.KEYS.apply(values, builder);
    shards.ifPresent(builder::shards);
    earlierShards.forEach(builder::earlierShards);
  }

  /**
   * Computes the position from which a sequence's line (its counter in the store) continues a
   * counter of another system.
   *
   * @param name the sequence's name
   * @param counter the counter and its value
   * @param from the line's present position
   * @return a position, {@code from} or above
   * @throws ConfigurationException if this is not a sequence, or cannot continue that counter
   */
  public long continuing(String name, PublishedCounter counter, long from) {
    return filled().continuing(name, counter, from);
  }

  /**
   * Returns the layout of a Snowflake's bits.
   *
   * @return the layout; empty for all other types
   */
  public Optional<SnowflakeLayout> snowflakeLayout() {
    if (!type.equals("snowflake")) {
      return Optional.empty();
    }
    SnowflakeLayout split = values.find(GeneratorTables.LAYOUT).orElse(SnowflakeLayout.DEFAULT);
    SnowflakeLayout ticked =
        values.find(GeneratorTables.UNIT).map(split::withUnit).orElse(split);
    return values.find(GeneratorTables.EPOCH).map(ticked::withEpoch).or(() -> Optional.of(ticked));
  }

  /**
   * Returns whether a secret key hides the ids.
   *
   * @return whether {@code opaque-key-file} is set
   */
  public boolean isOpaque() {
    return texts.containsKey(GeneratorTables.OPAQUE_KEY_FILE);
  }

  /**
   * Returns the prefix of the ids.
   *
   * @return the prefix of TypeIDs, and of other types that have a prefix; empty for keys, whose
   *     format contains it
   */
  public Optional<IdPrefix> prefix() {
    return prefix;
  }

  /**
   * Returns the form of the keys.
   *
   * @return the format and its zone; empty for all other types
   */
  public Optional<KnownKey> knownKey() {
    return values
        .find(GeneratorTables.FORMAT)
        .map(format -> new KnownKey(
            format, values.find(GeneratorTables.ZONE).orElse(ZoneOffset.UTC), shards()));
  }

  /**
   * Returns the lowest number in keys of a new name.
   *
   * @return 0 or 1
   */
  public long keyStart() {
    return values.find(GeneratorTables.KEY_START).orElse(isOpaque() ? 0L : 1L);
  }

  /**
   * Returns the shard layouts: how many databases and tables contain the rows with these keys.
   *
   * @return the layouts by version, the current version last; empty for keys without shards
   */
  public Map<Integer, Shards> shards() {
    Map<Integer, Shards> all = new TreeMap<>(earlierShards);
    shards.ifPresent(present -> all.put(values.get(GeneratorTables.SHARDS_VERSION), present));
    return all;
  }

  /**
   * Returns the name of the generator from whose keys these keys take their database. That
   * generator must be opened before this one.
   *
   * @return its name; empty without {@code route-from}
   */
  public Optional<String> routeFrom() {
    return values.find(GeneratorTables.ROUTE_FROM);
  }
}
