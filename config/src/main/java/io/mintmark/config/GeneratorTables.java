package io.mintmark.config;

import static io.mintmark.config.SettingType.DURATION;
import static io.mintmark.config.SettingType.FILE;
import static io.mintmark.config.SettingType.FLAG;
import static io.mintmark.config.SettingType.INTEGER;
import static io.mintmark.config.SettingType.NUMBER;
import static io.mintmark.config.SettingType.TEXT;
import static io.mintmark.config.SettingType.in;
import static io.mintmark.internal.kind.SettingRange.AHEAD;
import static io.mintmark.internal.kind.SettingRange.CLOCK;
import static io.mintmark.internal.kind.SettingRange.NUMBER_START;
import static io.mintmark.internal.kind.SettingRange.SEGMENT;
import static io.mintmark.internal.kind.SettingRange.SEQUENCE_MAXIMUM;
import static io.mintmark.internal.kind.SettingRange.SEQUENCE_START;
import static io.mintmark.internal.kind.SettingRange.SEQUENCE_STEP;
import static io.mintmark.internal.kind.SettingRange.WORKERS;

import io.mintmark.generator.IdOrder;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.kind.SettingRange;
import io.mintmark.internal.text.Arguments;
import io.mintmark.internal.text.IdPrefix;
import io.mintmark.internal.text.NearMiss;
import io.mintmark.key.KeyBuilder;
import io.mintmark.key.KeyFormat;
import io.mintmark.objectid.ObjectIdBuilder;
import io.mintmark.opaque.OpaqueKey;
import io.mintmark.sequence.SequenceBuilder;
import io.mintmark.settings.TimedBuilder;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.uuid.TypeId;
import io.mintmark.uuid.UuidBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The settings of generators. Each row has the code that applies the value. {@code core} checks
 * the same ranges of values, see {@link SettingRange}.
 */
final class GeneratorTables {

  static final Setting<String> TYPE =
      new Setting<>("type", SettingType.of("type", GeneratorTables::type), "", "The kind of id.");

  /** A setting of sequences, Snowflakes and keys. */
  static final String OPAQUE_KEY_FILE = "opaque-key-file";

  private static final String FROM_WORKING_DIRECTORY =
      " A relative path is looked up in the directory in which the process was started.";

  private static final String ORDER = "order";
  private static final SettingType<IdOrder> ORDERS = SettingType.words(List.of(IdOrder.values()));

  /** The notes for people. */
  static final List<Setting<String>> NOTES = List.of(
      new Setting<>("description", TEXT, "", "The purpose of the ids."),
      new Setting<>("table", TEXT, "", "The table that has the ids."),
      new Setting<>("column", TEXT, "", "The column of that table."));

  /**
   * The prefix of ids. Two types lack this setting: the format of keys contains their prefix, and
   * TypeIDs have a setting of their own, which is required.
   */
  static final Setting<String> ID_PREFIX = new Setting<>(
      "prefix",
      SettingType.of("prefix", GeneratorTables::idPrefix),
      "",
      "The prefix of each id, before an underscore: a to z, and _ between them.");

  static final Setting<Boolean> CHECK_DIGIT = new Setting<>(
      "check-digit", FLAG, "false", "Whether each id with a prefix ends with a check digit.");

  /** The settings of types whose ids can have a prefix. */
  static final List<Setting<?>> AROUND_IDS = List.of(ID_PREFIX, CHECK_DIGIT);

  private static final SettingTable<SequenceBuilder> SEQUENCE = table(SequenceBuilder.class)
      .row("start", in(SEQUENCE_START, NUMBER), "1", SequenceBuilder::start)
      .doc("The lowest number: the sequence starts there.")
      .row("step", in(SEQUENCE_STEP, NUMBER), "1", SequenceBuilder::step)
      .doc("The difference between consecutive numbers.")
      .row("offset", in(SEQUENCE_STEP, NUMBER), "", SequenceBuilder::offset)
      .doc("Makes only the numbers offset, offset + step, and so on, so that several stores can"
          + " interleave.")
      .row("maximum", in(SEQUENCE_MAXIMUM, NUMBER), "", SequenceBuilder::maximum)
      .doc("The highest number. After it, calls fail. You may raise it at any time, but not that of"
          + " an opaque sequence.")
      .range("cycle", SEQUENCE_START, "", SequenceBuilder::cycle)
      .doc("The sequence counts through this range again and again.")
      .row(OPAQUE_KEY_FILE, FILE, "", (builder, file) -> builder.opaque(OpaqueKey.fromFile(file)))
      .doc("A file with the secret key that hides the order of the numbers, and how many there are."
          + FROM_WORKING_DIRECTORY)
      .row("strict", FLAG, "", SequenceBuilder::strict)
      .doc("Whether each call claims its numbers, so that all processes share one order. A cycle is"
          + " strict by default.")
      .row("segment-duration", in(AHEAD, DURATION), "10s", SequenceBuilder::segmentDuration)
      .doc("How long a segment (numbers claimed ahead) lasts at the present rate. Numbers last that"
          + " long without the store.")
      .range("segment", SEGMENT, "1..8589934592", SequenceBuilder::segment)
      .doc("The smallest and the largest size of a segment.")
      .row(ORDER, ORDERS, "generator", SequenceBuilder::order)
      .doc("Whether numbers ascend over the whole process, or only within each thread, which is"
          + " faster.")
      .unapplied(AROUND_IDS);

  /** Adds the settings of Snowflakes, and of keys with a time. */
  private static <B extends TimedBuilder<?>> SettingTable<B> withWindows(SettingTable<B> table) {
    return table
        .range("workers", WORKERS, "", TimedBuilder::workers)
        .doc("The worker numbers that a process may take. Without it, all that fit into the ids.")
        .row("prefer-worker", in(WORKERS, NUMBER), "", TimedBuilder::preferWorker)
        .doc("The worker number to try first.")
        .row("worker-pool", TEXT, "", TimedBuilder::workerPool)
        .doc("Generators of one pool share worker numbers. Without it, the generator's own name.")
        .row("window", in(AHEAD, DURATION), "10s", TimedBuilder::window)
        .doc("How much time is claimed ahead. Ids last that long without the store.")
        .row("max-ahead", in(CLOCK, DURATION), "1s", TimedBuilder::maxAhead)
        .doc("How far ids may be ahead of the clock before calls wait.")
        .row("max-skew", in(CLOCK, DURATION), "5s", TimedBuilder::maxSkew)
        .doc("How far this host's clock may be ahead of the store's before a claim is refused.")
        .row("clock-tolerance", in(CLOCK, DURATION), "1m", TimedBuilder::clockTolerance)
        .doc("How far the clock may step back before on-clock-behind applies.")
        .row("clock-confirmed", FLAG, "false", TimedBuilder::clockConfirmed)
        .doc("Confirms that this host's clock is right, where the store has no clock to compare it"
            + " with.")
        .row(
            "on-clock-behind",
            SettingType.words(List.of(OnClockBehind.values())),
            "",
            TimedBuilder::onClockBehind)
        .doc("If the clock stepped back by more than clock-tolerance, hop takes an idle worker"
            + " number, refuse fails, wait waits. With a store, the default is hop.")
        .row(OPAQUE_KEY_FILE, FILE, "", (builder, file) -> builder.opaque(OpaqueKey.fromFile(file)))
        .doc("A file with the secret key that hides the whole Snowflake, or a key's number."
            + FROM_WORKING_DIRECTORY)
        .row(ORDER, ORDERS, "generator", TimedBuilder::order)
        .doc("Whether ids ascend over the whole process, or only within each thread, which is"
            + " faster.");
  }

  static final Setting<SnowflakeLayout> LAYOUT = new Setting<>(
      "layout",
      SettingType.of("layout", SnowflakeLayout::parse),
      SnowflakeLayout.DEFAULT.split(),
      "The bits of time, worker and number, or a preset.");
  static final Setting<Duration> UNIT = new Setting<>(
      "unit",
      SettingType.of(
          "1ms, 10ms, 1s",
          text -> Duration.ofMillis(
              SnowflakeLayout.DEFAULT.withUnit(DURATION.parse(text)).unitMs())),
      "1ms",
      "The tick of the time in an id.");
  static final Setting<Instant> EPOCH = new Setting<>(
      "epoch",
      in(SettingRange.EPOCH, SettingType.MOMENT)
          .then(epoch -> SnowflakeLayout.DEFAULT.withEpoch(epoch).epoch()),
      SnowflakeLayout.DEFAULT.epoch().toString(),
      "The moment from which the time in an id counts.");

  private static final SettingTable<SnowflakeBuilder> SNOWFLAKE = withWindows(
          table(SnowflakeBuilder.class)
              .row(LAYOUT, SnowflakeBuilder::layout)
              .row(UNIT, SnowflakeBuilder::unit)
              .row(EPOCH, SnowflakeBuilder::epoch)
              .row("number-start", in(NUMBER_START, INTEGER), "64", SnowflakeBuilder::numberStart)
              .doc("How many different numbers can be the first number of a tick, so that rare ids"
                  + " spread evenly over id % tables."))
      .unapplied(AROUND_IDS);

  static final Setting<KeyFormat> FORMAT = new Setting<>(
      "format", SettingType.of("format", KeyFormat::parse), "", "The format of a key. Required.");
  static final Setting<ZoneId> ZONE = new Setting<>(
      "zone",
      SettingType.ZONE,
      "UTC",
      "The time zone of the time in a key. Required if the time shows no minutes.");
  static final Setting<Long> KEY_START = new Setting<>(
      "start",
      in(SettingRange.KEY_START, NUMBER),
      "1",
      "The lowest number, 0 or 1. Without it, a name keeps the start that the store has for it.");
  static final Setting<String> ROUTE_FROM = new Setting<>(
      "route-from",
      TEXT,
      "",
      "The generator whose keys are route ids here. A key then has the database of its route id.");
  static final Setting<Integer> SHARDS_VERSION = new Setting<>(
      "version", in(SettingRange.SHARDS_VERSION, INTEGER), "0", "The version of the shard layout.");

  /** {@link GeneratorSettings} applies the shard layouts. */
  static final SettingTable<KeyBuilder> KEYS = withWindows(table(KeyBuilder.class)
      .row(FORMAT, (builder, format) -> builder.format(format.toString()))
      .row(ZONE, KeyBuilder::zone)
      .row(KEY_START, KeyBuilder::start)
      .unapplied(ShardLayout.PRESENT.settings())
      .unapplied(List.of(ROUTE_FROM))
      .row(SHARDS_VERSION, KeyBuilder::version)
      .unapplied(ShardLayout.EARLIER_ROWS));

  static final Setting<Integer> UUID_VERSION = new Setting<>(
      "version",
      SettingType.of("1, 4, 6, 7", text -> {
        Arguments.check(text.matches("[1467]"), "a version is 1, 4, 6 or 7");
        return Integer.valueOf(text);
      }),
      "7",
      "The version of UUIDs.");

  private static final SettingTable<UuidBuilder> UUIDS = table(UuidBuilder.class)
      .row(UUID_VERSION, UuidBuilder::version)
      .row(ORDER, ORDERS, "generator", UuidBuilder::order)
      .doc("Whether UUIDs of version 7 ascend over the whole generator, or only within each thread,"
          + " which is faster.")
      .unapplied(AROUND_IDS);

  static final Setting<String> PREFIX = new Setting<>(
      "prefix",
      SettingType.of("prefix", text -> new TypeId(text, new UUID(0, 0)).prefix()),
      "",
      "The type in each id: a to z, and _ between them. Required.");

  /** The settings of each type. */
  static final Map<String, SettingTable<?>> BY_TYPE = tables();

  private GeneratorTables() {}

  /** Returns all settings of a type, and the setting of the type itself. */
  static List<Setting<?>> withType(String type) {
    List<Setting<?>> all = new ArrayList<>(List.of(TYPE));
    all.addAll(BY_TYPE.containsKey(type) ? BY_TYPE.get(type).settings() : NOTES);
    return all;
  }

  private static Map<String, SettingTable<?>> tables() {
    Map<String, SettingTable<?>> tables = new LinkedHashMap<>();
    tables.put("key", KEYS);
    tables.put("sequence", SEQUENCE);
    tables.put("snowflake", SNOWFLAKE);
    tables.put("objectid", table(ObjectIdBuilder.class).unapplied(AROUND_IDS));
    tables.put("uuid", UUIDS);
    tables.put("typeid", table(UuidBuilder.class).unapplied(List.of(PREFIX)));
    return Collections.unmodifiableMap(tables);
  }

  private static <B> SettingTable<B> table(Class<B> builder) {
    return new SettingTable<>(builder).unapplied(NOTES);
  }

  private static String type(String text) {
    Set<String> types = BY_TYPE.keySet();
    String all = "one of " + String.join(", ", types) + " is expected";
    Arguments.check(
        types.contains(text), "no such type; {}", NearMiss.hint(text, types, all));
    return text;
  }

  private static String idPrefix(String text) {
    Arguments.check(!text.isEmpty(), "the prefix is empty; leave the setting out for none");
    IdPrefix.check("the prefix", text);
    return text;
  }
}
