package io.mintmark.config;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.generator.Generator;
import io.mintmark.inspect.KnownKey;
import io.mintmark.inspect.KnownPrefix;
import io.mintmark.inspect.OpaqueForm;
import io.mintmark.internal.kind.CounterSuccessor;
import io.mintmark.internal.kind.Revealing;
import io.mintmark.internal.kind.Settings;
import io.mintmark.key.KeyBuilder;
import io.mintmark.key.Shards;
import io.mintmark.prefix.PrefixedBuilder;
import io.mintmark.sequence.SequenceBuilder;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.store.PublishedCounter;
import io.mintmark.uuid.UuidBuilder;
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
  private final Optional<SnowflakeConfig> snowflake;
  private final Optional<Consumer<SequenceBuilder>> sequence;
  private final Optional<KeyConfig> key;
  private final Optional<UuidConfig> uuid;
  private final Optional<KnownPrefix> prefix;
  private final BiFunction<Mintmark, String, Generator> opening;

  private GeneratorSettings(
      String type,
      Map<String, String> texts,
      Map<String, String> notes,
      Optional<SnowflakeConfig> snowflake,
      Optional<Consumer<SequenceBuilder>> sequence,
      Optional<KeyConfig> key,
      Optional<UuidConfig> uuid,
      Optional<KnownPrefix> prefix,
      BiFunction<Mintmark, String, Generator> opening) {
    this.type = type;
    this.texts = texts;
    this.notes = notes;
    this.snowflake = snowflake;
    this.sequence = sequence;
    this.key = key;
    this.uuid = uuid;
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
    Optional<SnowflakeConfig> snowflake =
        type.equals("snowflake") ? Optional.of(SnowflakeConfig.read(reader)) : Optional.empty();
    Optional<Consumer<SequenceBuilder>> sequence = type.equals("sequence")
        ? Optional.of(GeneratorTables.SEQUENCE.read(reader))
        : Optional.empty();
    Optional<KeyConfig> key = type.equals("key")
        ? Optional.of(KeyConfig.read(reader, GeneratorTables.WINDOWS.read(reader)))
        : Optional.empty();
    Optional<UuidConfig> uuid =
        type.equals("uuid") ? Optional.of(UuidConfig.read(reader)) : Optional.empty();
    Optional<KnownPrefix> prefix = PrefixConfig.read(type, reader);
    BiFunction<Mintmark, String, Generator> opening = switch (type) {
      case "key" -> key.orElseThrow()::open;
      case "sequence" ->
        PrefixConfig.opening(
            prefix, sequence.orElseThrow(), PrefixedBuilder::sequence, Mintmark::sequence);
      case "snowflake" ->
        PrefixConfig.opening(
            prefix,
            snowflake.orElseThrow()::applyTo,
            PrefixedBuilder::snowflake,
            Mintmark::snowflake);
      case "uuid" ->
        PrefixConfig.opening(
            prefix, uuid.orElseThrow()::applyTo, PrefixedBuilder::uuids, Mintmark::uuids);
      case "typeid" ->
        (mint, name) ->
            mint.prefixed(name, p -> p.prefix(prefix.orElseThrow().prefix()).typeIds());
      default ->
        PrefixConfig.opening(
            prefix,
            none -> {},
            (prefixed, none) -> prefixed.objectIds(),
            (mint, name, none) -> mint.objectIds(name));
    };
    reader.refuseUnread(type);
    return new GeneratorSettings(
        type,
        reader.settings(),
        Collections.unmodifiableMap(notes),
        snowflake,
        sequence,
        key,
        uuid,
        prefix,
        opening);
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
    uuid.ifPresent(uuids -> Settings.of(new UuidBuilder(), uuids::applyTo).check(name));
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
    return successor(name).continuing(name, counter, from);
  }

  /**
   * Finds where a sequence's line has to stand so that it makes none of its numbers again that
   * there are.
   *
   * @param name the sequence's name
   * @param numbers stands after the highest of them; of an opaque one as {@link #plain} tells it
   * @return 0 or more
   * @throws ConfigurationException if this is no sequence, or cannot go on from there
   */
  public long past(String name, PublishedCounter numbers) {
    return successor(name).past(name, numbers);
  }

  private CounterSuccessor successor(String name) {
    Consumer<SequenceBuilder> steps = sequence.orElseThrow(() -> new ConfigurationException(
        "generator '" + name + "'",
        Message.of("only a sequence can go on from a counter: type={}", type)));
    return (CounterSuccessor) Settings.of(new SequenceBuilder(), steps);
  }

  /**
   * Returns how the bits of a Snowflake's ids are split.
   *
   * @return the layout, of a Snowflake only
   */
  public Optional<SnowflakeLayout> snowflakeLayout() {
    return snowflake.map(SnowflakeConfig::layout);
  }

  /**
   * Tells whether ids are hidden by a key.
   *
   * @return whether there is an {@code opaque-key-file}
   */
  public boolean isOpaque() {
    return opaqueKeyFile().isPresent();
  }

  /** The file of the key that hides ids, if there is one. */
  Optional<String> opaqueKeyFile() {
    return Optional.ofNullable(texts.get(GeneratorTables.OPAQUE_KEY_FILE));
  }

  /** What reads hidden ids; without the key, or with settings that hide nothing, says why not. */
  OpaqueForm opaqueForm(String name) {
    try {
      check(name);
      long unused = plain(name, "0");
    } catch (InvalidIdException e) {
      // It could not make this id, but its key and settings are in order.
    } catch (ConfigurationException e) {
      return OpaqueForm.withoutKey(String.join("; ", e.faults()));
    }
    return OpaqueForm.revealed(id -> plain(name, id));
  }

  /**
   * Tells by the key what an opaque id would be if it were not hidden.
   *
   * @param name the generator's name
   * @param id an id in its usual text
   * @return a sequence's number, a Snowflake, or the number of a key
   * @throws io.mintmark.error.InvalidIdException if the generator could not make it
   * @throws ConfigurationException if the key cannot be read
   */
  public long plain(String name, String id) {
    Settings<?> settings = sequence
        .<Settings<?>>map(steps -> Settings.of(new SequenceBuilder(), steps))
        .or(() -> snowflake.map(bits -> Settings.of(new SnowflakeBuilder(), bits::applyTo)))
        .or(() -> key.map(keys -> Settings.of(new KeyBuilder(), keys::applyTo)))
        .orElseThrow();
    return ((Revealing) settings).plain(name, id);
  }

  /**
   * Returns which version of UUIDs is made.
   *
   * @return 1, 4, 6 or 7, of UUIDs only
   */
  public Optional<Integer> uuidVersion() {
    return uuid.map(UuidConfig::version);
  }

  /**
   * Returns what ids begin with.
   *
   * @return the prefix, of TypeIDs and of other kinds that have one; none of keys, whose format has
   *     it
   */
  public Optional<KnownPrefix> prefix() {
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
