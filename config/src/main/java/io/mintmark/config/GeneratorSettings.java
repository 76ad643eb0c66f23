package io.mintmark.config;

import static io.mintmark.config.SettingType.DURATION;
import static io.mintmark.config.SettingType.FLAG;
import static io.mintmark.config.SettingType.INTEGER;
import static io.mintmark.config.SettingType.NUMBER;
import static io.mintmark.config.SettingType.RANGE;
import static io.mintmark.config.SettingType.TEXT;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.generator.Generator;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.inspect.KnownKey;
import io.mintmark.internal.kind.Continuing;
import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.text.NearMiss;
import io.mintmark.key.KeyBuilder;
import io.mintmark.key.Shards;
import io.mintmark.sequence.SequenceBuilder;
import io.mintmark.settings.TimedBuilder;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.store.PublishedCounter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

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
  static final List<String> NESTED = List.of("shards", "layouts");

  private static final Setting<String> TYPE = new Setting<>(
      "type", SettingType.of("type", GeneratorSettings::type), "", "What kind of id is made.");

  /** What is written for people. */
  private static final SettingTable<Map<String, String>> NOTES = new SettingTable<
          Map<String, String>>()
      .row("description", TEXT, "", "What the ids are for.", note("description"))
      .row("table", TEXT, "", "The table that has them.", note("table"))
      .row("column", TEXT, "", "Its column.", note("column"));

  private static final SettingTable<SequenceBuilder> SEQUENCE = new SettingTable<SequenceBuilder>()
      .row("start", NUMBER, "1", "The lowest number.", SequenceBuilder::start)
      .row("step", NUMBER, "1", "From one number to the next.", SequenceBuilder::step)
      .row(
          "offset",
          NUMBER,
          "",
          "Only numbers with this remainder by the step, so that several stores interleave.",
          SequenceBuilder::offset)
      .row(
          "maximum",
          NUMBER,
          "",
          "The highest number, after which there is none; it may be raised at any time.",
          SequenceBuilder::maximum)
      .row(
          "cycle",
          RANGE,
          "",
          "Counts round and round in this range.",
          (builder, range) -> builder.cycle(range.first(), range.last()))
      .row(
          "strict",
          FLAG,
          "",
          "Whether each number is a claim, in one order over all processes; true for a cycle.",
          GeneratorSettings::strict)
      .row(
          "segment-duration",
          DURATION,
          "10s",
          "How long a segment lasts at the present rate: so long ids last while the store is away.",
          SequenceBuilder::segmentDuration)
      .row(
          "segment",
          RANGE,
          "1..8589934592",
          "The least and most numbers of a segment.",
          (builder, range) -> builder.segment(range.first(), range.last()));

  /** What Snowflakes have, and keys with a time. */
  private static final SettingTable<TimedBuilder<?, ?>> WINDOWS = new SettingTable<
          TimedBuilder<?, ?>>()
      .row(
          "workers",
          RANGE,
          "",
          "The worker numbers that may be taken here; all that the ids have room for without it.",
          (builder, range) -> builder.workers(range.first(), range.last()))
      .row("prefer-worker", NUMBER, "", "The number to try first.", TimedBuilder::preferWorker)
      .row(
          "scope",
          TEXT,
          "",
          "Whose worker numbers are shared; the generator's own name without it.",
          TimedBuilder::scope)
      .row(
          "window",
          DURATION,
          "10s",
          "How much time is claimed ahead: so long ids last while the store is away.",
          TimedBuilder::window)
      .row(
          "max-ahead",
          DURATION,
          "1s",
          "How far ids may be ahead of the clock before callers wait.",
          TimedBuilder::maxAhead)
      .row(
          "max-skew",
          DURATION,
          "5s",
          "How far this clock may be ahead of the store's before a claim is refused.",
          TimedBuilder::maxSkew)
      .row(
          "clock-tolerance",
          DURATION,
          "1m",
          "How far the clock may step back before on-clock-behind holds.",
          TimedBuilder::clockTolerance)
      .row(
          "clock-confirmed",
          FLAG,
          "false",
          "Says that this clock is right, where a store has none to compare it with.",
          TimedBuilder::clockConfirmed)
      .row(
          "on-clock-behind",
          SettingType.words(List.of(OnClockBehind.values())),
          "",
          "What happens then: take an idle worker number, refuse, or wait; hop with a store.",
          TimedBuilder::onClockBehind);

  private static final Setting<SnowflakeLayout> LAYOUT = new Setting<>(
      "layout",
      SettingType.of("layout", SnowflakeLayout::parse),
      SnowflakeLayout.DEFAULT.split(),
      "The bits of time, worker and number, or a preset.");
  private static final Setting<Duration> UNIT =
      new Setting<>("unit", DURATION, "1ms", "The tick of the time in an id: 1ms, 10ms or 1s.");
  private static final Setting<Instant> EPOCH = new Setting<>(
      "epoch",
      SettingType.MOMENT,
      SnowflakeLayout.DEFAULT.epoch().toString(),
      "Where the time in an id counts from.");
  private static final SettingTable<SnowflakeBuilder> SNOWFLAKE = new SettingTable<
          SnowflakeBuilder>()
      .row(
          "number-start",
          INTEGER,
          "64",
          "Among how many numbers the first of a tick takes turns.",
          SnowflakeBuilder::numberStart);

  private static final Setting<Integer> UUID_VERSION = new Setting<>(
      "version",
      SettingType.of("1, 4, 6, 7", GeneratorSettings::version),
      "7",
      "The version of UUIDs.");

  /** By type, the settings that only it has. */
  private static final Map<String, List<Setting<?>>> TABLES = tables();

  private final String type;
  private final Map<String, String> notes;
  private final Optional<SnowflakeLayout> layout;
  private final Optional<Consumer<SequenceBuilder>> sequence;
  private final Optional<KeySettings> key;
  private final Optional<Integer> uuidVersion;
  private final BiFunction<Mintmark, String, Generator> opening;

  private GeneratorSettings(
      String type,
      Map<String, String> notes,
      Optional<SnowflakeLayout> layout,
      Optional<Consumer<SequenceBuilder>> sequence,
      Optional<KeySettings> key,
      Optional<Integer> uuidVersion,
      BiFunction<Mintmark, String, Generator> opening) {
    this.type = type;
    this.notes = notes;
    this.layout = layout;
    this.sequence = sequence;
    this.key = key;
    this.uuidVersion = uuidVersion;
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
    Optional<String> type = reader.read(TYPE);
    if (!settings.containsKey("type")) {
      reader.fault(
          "type", "the generator has no type, one of " + String.join(", ", TABLES.keySet()));
    }
    Optional<GeneratorSettings> read = type.map(known -> read(known, reader));
    reader.check("generator settings");
    return read.orElseThrow();
  }

  private static Map<String, List<Setting<?>>> tables() {
    Map<String, List<Setting<?>>> tables = new LinkedHashMap<>();
    tables.put("key", join(KeySettings.TABLE, WINDOWS.settings()));
    tables.put("sequence", SEQUENCE.settings());
    tables.put(
        "snowflake",
        join(List.of(LAYOUT, UNIT, EPOCH), join(SNOWFLAKE.settings(), WINDOWS.settings())));
    tables.put("objectid", List.of());
    tables.put("uuid", List.of(UUID_VERSION));
    return Collections.unmodifiableMap(tables);
  }

  private static List<Setting<?>> join(List<Setting<?>> first, List<Setting<?>> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  /**
   * Lists all settings that generators of a type have, {@code type} and those for people among them.
   *
   * @param type {@code key}, {@code sequence}, {@code snowflake}, {@code objectid} or {@code uuid}
   * @return a row for each
   */
  public static List<Setting<?>> table(String type) {
    return join(join(List.of(TYPE), NOTES.settings()), TABLES.getOrDefault(type, List.of()));
  }

  private static BiConsumer<Map<String, String>, String> note(String key) {
    return (notes, text) -> notes.put(key, text);
  }

  private static String type(String text) {
    Set<String> types = TABLES.keySet();
    if (!types.contains(text)) {
      String hint = NearMiss.of(text, types)
          .map(meant -> "did you mean " + meant + "?")
          .orElse("one of " + String.join(", ", types) + " is expected");
      throw new IllegalArgumentException("no such type; " + hint);
    }
    return text;
  }

  /**
   * Reads the settings of a known type among others, which were read before: every key that is left
   * is a fault.
   *
   * @param type {@code key}, {@code sequence}, {@code snowflake}, {@code objectid} or {@code uuid}
   * @param reader gathers the faults; what is returned is of use only if it has none
   * @return the settings
   */
  public static GeneratorSettings read(String type, SettingReader reader) {
    Map<String, String> notes = new LinkedHashMap<>();
    NOTES.read(reader).accept(notes);
    Optional<SnowflakeLayout> layout =
        type.equals("snowflake") ? Optional.of(layout(reader)) : Optional.empty();
    Optional<Consumer<SequenceBuilder>> sequence =
        type.equals("sequence") ? Optional.of(SEQUENCE.read(reader)) : Optional.empty();
    Optional<KeySettings> key = type.equals("key")
        ? Optional.of(KeySettings.read(reader, WINDOWS.read(reader)))
        : Optional.empty();
    Optional<Integer> uuidVersion =
        type.equals("uuid") ? Optional.of(reader.read(UUID_VERSION).orElse(7)) : Optional.empty();
    BiFunction<Mintmark, String, Generator> opening = switch (type) {
      case "key" -> key.orElseThrow()::open;
      case "sequence" -> (mint, name) -> mint.sequence(name, sequence.orElseThrow());
      case "snowflake" -> snowflake(layout.orElseThrow(), reader);
      case "uuid" -> (mint, name) -> mint.uuids(name, u -> u.version(uuidVersion.orElseThrow()));
      default -> Mintmark::objectIds;
    };
    reader.refuseUnread(type);
    return new GeneratorSettings(
        type, Collections.unmodifiableMap(notes), layout, sequence, key, uuidVersion, opening);
  }

  private static void strict(SequenceBuilder builder, boolean strict) {
    if (strict) {
      builder.strict();
    } else {
      builder.segmented();
    }
  }

  private static SnowflakeLayout layout(SettingReader reader) {
    SnowflakeLayout split = reader.read(LAYOUT).orElse(SnowflakeLayout.DEFAULT);
    SnowflakeLayout ticked =
        reader.read("unit", text -> split.withUnit(UNIT.type().parse(text))).orElse(split);
    return reader
        .read("epoch", text -> ticked.withEpoch(EPOCH.type().parse(text)))
        .orElse(ticked);
  }

  /** A preset brings its original's behaviour with it, which the other settings go before. */
  private static BiFunction<Mintmark, String, Generator> snowflake(
      SnowflakeLayout layout, SettingReader reader) {
    Optional<String> preset = reader.read("layout", text -> text);
    Consumer<TimedBuilder<?, ?>> windows = WINDOWS.read(reader);
    Consumer<SnowflakeBuilder> own = SNOWFLAKE.read(reader);
    return (mint, name) -> mint.snowflake(name, builder -> {
      preset.ifPresent(builder::preset);
      windows.accept(builder);
      own.accept(builder);
      builder.layout(layout);
    });
  }

  private static int version(String text) {
    return switch (text) {
      case "1", "4", "6", "7" -> Integer.parseInt(text);
      default -> throw new IllegalArgumentException("a version is 1, 4, 6 or 7");
    };
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
   * @return {@code key}, {@code sequence}, {@code snowflake}, {@code objectid} or {@code uuid}
   */
  public String type() {
    return type;
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
   * Checks what can only be wrong together, as opening does, but for {@code route-from}, which takes
   * an open generator.
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
    return ((Continuing) Settings.of(new SequenceBuilder(), steps)).continuing(name, counter, from);
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
   * Returns what a key looks like.
   *
   * @return the format and its zone, of a key only
   */
  public Optional<KnownKey> knownKey() {
    return key.map(KeySettings::known);
  }

  /**
   * Returns how many databases and tables there are for a key's rows.
   *
   * @return by version, the current one last; none for keys without shards
   */
  public Map<Integer, Shards> shards() {
    return key.map(KeySettings::layouts).orElse(Map.of());
  }

  /**
   * Names the generator whose keys lend their database. It has to be opened before this one.
   *
   * @return its name, of a key with {@code route-from} only
   */
  public Optional<String> routeFrom() {
    return key.flatMap(KeySettings::routeFrom);
  }
}
