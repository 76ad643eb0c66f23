package io.mintmark.config;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.inspect.KnownKey;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.text.NearMiss;
import io.mintmark.key.KeyBuilder;
import io.mintmark.key.Shards;
import io.mintmark.objectid.ObjectIdGenerator;
import io.mintmark.sequence.SequenceBuilder;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.uuid.UuidGenerator;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * One generator's settings, read from texts under names and checked as a whole. Immutable; opens
 * any number of generators.
 *
 * <p>Every generator has {@code type} ({@code key}, {@code sequence}, {@code snowflake}, {@code
 * objectid} or {@code uuid}), and for people {@code description}, {@code table} and {@code
 * column}. The rest depends on the type:
 *
 * <ul>
 *   <li>sequence: {@code strict}, {@code start}, {@code step}, {@code offset}, {@code maximum},
 *       {@code cycle}, {@code segment-duration}, {@code segment} (least and most numbers)
 *   <li>snowflake: {@code layout}, {@code unit}, {@code epoch}, {@code workers}, {@code
 *       prefer-worker}, {@code scope}, {@code window}, {@code max-ahead}, {@code max-skew}, {@code
 *       clock-tolerance}, {@code clock-confirmed}, {@code on-clock-behind}, {@code number-start}
 *   <li>key: {@code format}, {@code zone}, {@code shards.databases}, {@code
 *       shards.tables-per-database} and {@code shards.route}, {@code route-from}, {@code version},
 *       the shards of earlier versions as {@code layouts.N.databases} and so on; {@code workers},
 *       {@code prefer-worker}, {@code scope}, {@code window}, {@code max-ahead}, {@code max-skew},
 *       {@code clock-tolerance}, {@code clock-confirmed}, {@code on-clock-behind}
 *   <li>uuid: {@code version}: 1, 4, 6 or 7, which it is without
 * </ul>
 *
 * <p>A duration is written {@code 500ms}, {@code 10s}, {@code 1m}, {@code 2h}, {@code 1d} or as ISO
 * 8601 has it; a moment as ISO 8601 has it, in UTC; a range {@code 1..99} with both ends included.
 */
public final class GeneratorSettings {

  /** The settings that have settings of their own, named after them with a dot between. */
  public static final List<String> NESTED = List.of("shards", "layouts");

  private static final List<String> TYPES =
      List.of("key", "sequence", "snowflake", "objectid", "uuid");
  private static final List<String> NOTES = List.of("description", "table", "column");

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
    Optional<String> type = reader.read("type", GeneratorSettings::type);
    if (!settings.containsKey("type")) {
      reader.fault("type", "the generator has no type, one of " + String.join(", ", TYPES));
    }
    Optional<GeneratorSettings> read = type.map(known -> read(known, reader));
    reader.check("generator settings");
    return read.orElseThrow();
  }

  private static String type(String text) {
    if (!TYPES.contains(text)) {
      String hint = NearMiss.of(text, TYPES)
          .map(meant -> "did you mean " + meant + "?")
          .orElse("one of " + String.join(", ", TYPES) + " is expected");
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
    NOTES.forEach(key -> reader.read(key, text -> text).ifPresent(text -> notes.put(key, text)));
    Optional<SnowflakeLayout> layout =
        type.equals("snowflake") ? Optional.of(layout(reader)) : Optional.empty();
    Optional<Consumer<SequenceBuilder>> sequence =
        type.equals("sequence") ? Optional.of(sequence(reader)) : Optional.empty();
    Optional<KeySettings> key =
        type.equals("key") ? Optional.of(KeySettings.read(reader)) : Optional.empty();
    Optional<Integer> uuidVersion = type.equals("uuid")
        ? Optional.of(reader.read("version", GeneratorSettings::version).orElse(7))
        : Optional.empty();
    BiFunction<Mintmark, String, Generator> opening = switch (type) {
      case "key" -> key.orElseThrow()::open;
      case "sequence" -> (mint, name) -> mint.sequence(name, sequence.orElseThrow());
      case "snowflake" -> snowflake(layout.orElseThrow(), reader);
      case "uuid" -> uuid(uuidVersion.orElseThrow());
      default -> (mint, name) -> new ObjectIdGenerator(name);
    };
    reader.refuseUnread(type);
    return new GeneratorSettings(
        type, Collections.unmodifiableMap(notes), layout, sequence, key, uuidVersion, opening);
  }

  private static Consumer<SequenceBuilder> sequence(SettingReader reader) {
    SettingReader.Steps<SequenceBuilder> steps = reader
        .<SequenceBuilder>steps()
        .on("start", SettingValue::number, SequenceBuilder::start)
        .on("step", SettingValue::number, SequenceBuilder::step)
        .on("offset", SettingValue::number, SequenceBuilder::offset)
        .on("maximum", SettingValue::number, SequenceBuilder::maximum)
        .on(
            "cycle",
            SettingValue::span,
            (builder, span) -> builder.cycle(span.first(), span.last()))
        .on("strict", SettingValue::flag, GeneratorSettings::strict)
        .on("segment-duration", SettingValue::duration, SequenceBuilder::segmentDuration)
        .on("segment", SettingValue::span, (b, span) -> b.segment(span.first(), span.last()));
    return steps::applyTo;
  }

  private static void strict(SequenceBuilder builder, boolean strict) {
    if (strict) {
      builder.strict();
    } else {
      builder.segmented();
    }
  }

  private static SnowflakeLayout layout(SettingReader reader) {
    SnowflakeLayout split =
        reader.read("layout", SnowflakeLayout::parse).orElse(SnowflakeLayout.DEFAULT);
    SnowflakeLayout ticked =
        reader.read("unit", text -> split.withUnit(SettingValue.duration(text))).orElse(split);
    return reader
        .read("epoch", text -> ticked.withEpoch(SettingValue.moment(text)))
        .orElse(ticked);
  }

  private static BiFunction<Mintmark, String, Generator> snowflake(
      SnowflakeLayout layout, SettingReader reader) {
    SettingReader.Steps<SnowflakeBuilder> steps = reader
        .<SnowflakeBuilder>steps()
        .on("layout", text -> text, SnowflakeBuilder::preset)
        .on("workers", SettingValue::span, (b, span) -> b.workers(span.first(), span.last() + 1))
        .on("prefer-worker", SettingValue::number, SnowflakeBuilder::preferWorker)
        .on("scope", text -> text, SnowflakeBuilder::scope)
        .on("window", SettingValue::duration, SnowflakeBuilder::window)
        .on("max-ahead", SettingValue::duration, SnowflakeBuilder::maxAhead)
        .on("max-skew", SettingValue::duration, SnowflakeBuilder::maxSkew)
        .on("clock-tolerance", SettingValue::duration, SnowflakeBuilder::clockTolerance)
        .on("clock-confirmed", SettingValue::flag, SnowflakeBuilder::clockConfirmed)
        .on("on-clock-behind", GeneratorSettings::onClockBehind, SnowflakeBuilder::onClockBehind)
        .on("number-start", SettingValue::integer, SnowflakeBuilder::numberStart);
    return (mint, name) -> mint.snowflake(name, builder -> {
      steps.applyTo(builder);
      builder.layout(layout);
    });
  }

  static OnClockBehind onClockBehind(String text) {
    return SettingValue.word(OnClockBehind.class, text);
  }

  private static BiFunction<Mintmark, String, Generator> uuid(int version) {
    return (mint, name) -> switch (version) {
      case 1 -> UuidGenerator.v1(name, Context.local());
      case 4 -> UuidGenerator.v4(name, Context.local());
      case 6 -> UuidGenerator.v6(name, Context.local());
      default -> UuidGenerator.v7(name, Context.local());
    };
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
   * Returns a sequence's settings as a builder has them.
   *
   * @return a new builder, of a sequence only
   */
  public Optional<SequenceBuilder> sequenceBuilder() {
    return sequence.map(steps -> {
      SequenceBuilder builder = new SequenceBuilder();
      steps.accept(builder);
      return builder;
    });
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
   * Returns a key's settings as a builder has them, but for {@code route-from}, which takes an open
   * generator.
   *
   * @return a new builder, of a key only
   */
  public Optional<KeyBuilder> keyBuilder() {
    return key.map(KeySettings::builder);
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
