package io.mintmark.config;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.generator.Generator;
import io.mintmark.inspect.KnownKey;
import io.mintmark.internal.kind.CounterSuccessor;
import io.mintmark.internal.kind.Settings;
import io.mintmark.key.KeyBuilder;
import io.mintmark.key.Shards;
import io.mintmark.sequence.SequenceBuilder;
import io.mintmark.settings.TimedBuilder;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.store.PublishedCounter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * One generator's settings, read from texts under names and checked as a whole. Immutable; opens
 * any number of generators.
 *
 * <p>Every generator has {@code type}, and for people {@code description}, {@code table} and {@code
 * column}. The rest depends on the type, see {@link #table}.
 *
 * <p>A duration is written {@code 500ms}, {@code 10s}, {@code 1m}, {@code 2h}, {@code 1d} or as ISO
 * 8601 has it; a moment as ISO 8601 has it, in UTC; a range {@code 1..99} with both ends included.
 */
public final class GeneratorSettings {

  /** The settings that have settings of their own, named after them with a dot between. */
  static final List<String> NESTED = List.of("shards", "earlier-shards");

  private final String type;

  /** As they were written, those for people among them. */
  private final Map<String, String> texts;

  private final Map<String, String> notes;
  private final Optional<SnowflakeLayout> layout;
  private final Optional<Consumer<SequenceBuilder>> sequence;
  private final Optional<KeyConfig> key;
  private final Optional<Integer> uuidVersion;
  private final Optional<String> prefix;
  private final BiFunction<Mintmark, String, Generator> opening;

  private GeneratorSettings(
      String type,
      Map<String, String> texts,
      Map<String, String> notes,
      Optional<SnowflakeLayout> layout,
      Optional<Consumer<SequenceBuilder>> sequence,
      Optional<KeyConfig> key,
      Optional<Integer> uuidVersion,
      Optional<String> prefix,
      BiFunction<Mintmark, String, Generator> opening) {
    this.type = type;
    this.texts = texts;
    this.notes = notes;
    this.layout = layout;
    this.sequence = sequence;
    this.key = key;
    this.uuidVersion = uuidVersion;
    this.prefix = prefix;
    this.opening = opening;
  }

  /**
   * Reads settings.
   *
   * @param settings values by their hyphenated keys
   * @param place says where a key stands, for the start of each fault: for example {@code
   *     mintmark.yaml:12: generators.users.epoch}
   * @return the checked settings
   * @throws ConfigurationException if a key is unknown or missing or a value is wrong; every fault
   *     is named
   */
  public static GeneratorSettings of(Map<String, String> settings, UnaryOperator<String> place) {
    SettingReader reader = new SettingReader(settings, place);
    Optional<String> type = reader.read(GeneratorTables.TYPE);
    if (!settings.containsKey("type")) {
      reader.fault(
          "type",
          "the generator has no type, one of "
              + String.join(", ", GeneratorTables.BY_TYPE.keySet()));
    }
    Optional<GeneratorSettings> read = type.map(known -> read(known, reader));
    reader.check("generator settings");
    return read.orElseThrow();
  }

  /**
   * Lists all settings that generators of a type have, with {@code type} and those for people.
   *
   * @param type {@code key}, {@code sequence}, {@code snowflake}, {@code objectid}, {@code uuid}
   *     or {@code typeid}
   * @return a row for each
   */
  public static List<Setting<?>> table(String type) {
    return GeneratorTables.of(type);
  }

  /**
   * Reads the settings of a known type among others, which were read before: every key that is left
   * is a fault.
   *
   * @param type {@code key}, {@code sequence}, {@code snowflake}, {@code objectid}, {@code uuid}
   *     or {@code typeid}
   * @param reader gathers the faults; what is returned is of use only if it has none
   * @return the settings
   */
  public static GeneratorSettings read(String type, SettingReader reader) {
    Map<String, String> notes = new LinkedHashMap<>();
    GeneratorTables.NOTES.read(reader).accept(notes);
    Optional<SnowflakeLayout> layout =
        type.equals("snowflake") ? Optional.of(layout(reader)) : Optional.empty();
    Optional<Consumer<SequenceBuilder>> sequence = type.equals("sequence")
        ? Optional.of(GeneratorTables.SEQUENCE.read(reader))
        : Optional.empty();
    Optional<KeyConfig> key = type.equals("key")
        ? Optional.of(KeyConfig.read(reader, GeneratorTables.WINDOWS.read(reader)))
        : Optional.empty();
    Optional<Integer> uuidVersion = type.equals("uuid")
        ? Optional.of(reader.read(GeneratorTables.UUID_VERSION).orElse(7))
        : Optional.empty();
    Optional<String> prefix = type.equals("typeid") ? prefix(reader) : Optional.empty();
    BiFunction<Mintmark, String, Generator> opening = switch (type) {
      case "key" -> key.orElseThrow()::open;
      case "sequence" -> (mint, name) -> mint.sequence(name, sequence.orElseThrow());
      case "snowflake" -> snowflake(layout.orElseThrow(), reader);
      case "uuid" -> (mint, name) -> mint.uuids(name, u -> u.version(uuidVersion.orElseThrow()));
      case "typeid" -> (mint, name) -> mint.typeIds(name, t -> t.prefix(prefix.orElseThrow()));
      default -> Mintmark::objectIds;
    };
    reader.refuseUnread(type);
    return new GeneratorSettings(
        type,
        reader.settings(),
        Collections.unmodifiableMap(notes),
        layout,
        sequence,
        key,
        uuidVersion,
        prefix,
        opening);
  }

  private static Optional<String> prefix(SettingReader reader) {
    if (!reader.has("prefix")) {
      reader.fault("prefix", "the TypeIDs have no prefix, for example user");
    }
    return reader.read(GeneratorTables.PREFIX);
  }

  private static SnowflakeLayout layout(SettingReader reader) {
    SnowflakeLayout split = reader.read(GeneratorTables.LAYOUT).orElse(SnowflakeLayout.DEFAULT);
    SnowflakeLayout ticked = reader
        .read("unit", text -> split.withUnit(GeneratorTables.UNIT.type().parse(text)))
        .orElse(split);
    return reader
        .read("epoch", text -> ticked.withEpoch(GeneratorTables.EPOCH.type().parse(text)))
        .orElse(ticked);
  }

  /** A preset brings its original's behaviour with it, which the other settings go before. */
  private static BiFunction<Mintmark, String, Generator> snowflake(
      SnowflakeLayout layout, SettingReader reader) {
    Optional<String> preset = reader.read("layout", text -> text);
    Consumer<TimedBuilder<?, ?>> windows = GeneratorTables.WINDOWS.read(reader);
    Consumer<SnowflakeBuilder> own = GeneratorTables.SNOWFLAKE.read(reader);
    return (mint, name) -> mint.snowflake(name, builder -> {
      preset.ifPresent(builder::preset);
      windows.accept(builder);
      own.accept(builder);
      builder.layout(layout);
    });
  }

  /**
   * Opens a generator with these settings.
   *
   * @param mint what hands out generators
   * @param name the generator's name
   * @return the generator
   * @throws ConfigurationException if the settings cannot work together; every fault is named
   * @throws io.mintmark.error.MintmarkException if the store knows the name with other settings,
   *     or is out of reach
   */
  public Generator open(Mintmark mint, String name) {
    return opening.apply(mint, name);
  }

  /**
   * Returns what kind of id is made.
   *
   * @return {@code key}, {@code sequence}, {@code snowflake}, {@code objectid}, {@code uuid}
   *     or {@code typeid}
   */
  public String type() {
    return type;
  }

  /**
   * Returns the settings as they were read.
   *
   * @return values by their hyphenated keys, sorted
   */
  public Map<String, String> texts() {
    return texts;
  }

  /**
   * Tells whether other settings make a generator that differs from this one's in nothing. What is
   * written for people does not count.
   *
   * @param other settings for the same name
   * @return whether all others are written alike
   */
  public boolean makeAs(GeneratorSettings other) {
    return withoutNotes().equals(other.withoutNotes());
  }

  private Map<String, String> withoutNotes() {
    Map<String, String> made = new TreeMap<>(texts);
    made.keySet().removeAll(notes.keySet());
    return made;
  }

  /**
   * Returns what was written for people.
   *
   * @return those present of {@code description}, {@code table} and {@code column}, in this order
   */
  public Map<String, String> notes() {
    return notes;
  }

  /**
   * Checks what can only be wrong together, as opening does, but for {@code route-from}, which
   * takes an open generator.
   *
   * @param name the generator's name
   * @throws ConfigurationException with every fault there is
   */
  public void check(String name) {
    sequence.ifPresent(steps -> Settings.of(new SequenceBuilder(), steps).check(name));
    key.ifPresent(keys -> Settings.of(new KeyBuilder(), keys::applyTo).check(name));
  }

  /**
   * Finds where a sequence's line has to stand so that it goes on from a counter of another system.
   *
   * @param name the sequence's name
   * @param counter where the counter stands
   * @param from where the line stands
   * @return {@code from} or above
   * @throws ConfigurationException if this is no sequence, or cannot go on from that counter
   */
  public long continuing(String name, PublishedCounter counter, long from) {
    Consumer<SequenceBuilder> steps = sequence.orElseThrow(() -> new ConfigurationException(
        "generator '" + name + "'",
        Message.of("only a sequence can go on from a counter: type={}", type)));
    return ((CounterSuccessor) Settings.of(new SequenceBuilder(), steps))
        .continuing(name, counter, from);
  }

  /**
   * Returns how the bits of a Snowflake's ids are split.
   *
   * @return the layout, of a Snowflake only
   */
  public Optional<SnowflakeLayout> snowflakeLayout() {
    return layout;
  }

  /**
   * Returns which version of UUIDs is made.
   *
   * @return 1, 4, 6 or 7, of UUIDs only
   */
  public Optional<Integer> uuidVersion() {
    return uuidVersion;
  }

  /**
   * Returns what TypeIDs begin with.
   *
   * @return the prefix, of TypeIDs only
   */
  public Optional<String> prefix() {
    return prefix;
  }

  /**
   * Returns what a key looks like.
   *
   * @return the format and its zone, of a key only
   */
  public Optional<KnownKey> knownKey() {
    return key.map(KeyConfig::known);
  }

  /**
   * Returns how many databases and tables there are for a key's rows.
   *
   * @return by version, the current one last; none for keys without shards
   */
  public Map<Integer, Shards> shards() {
    return key.map(KeyConfig::layouts).orElse(Map.of());
  }

  /**
   * Names the generator whose keys lend their database. It has to be opened before this one.
   *
   * @return its name, of a key with {@code route-from} only
   */
  public Optional<String> routeFrom() {
    return key.flatMap(KeyConfig::routeFrom);
  }
}
