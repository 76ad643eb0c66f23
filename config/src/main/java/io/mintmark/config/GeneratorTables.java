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
      new Setting<>("type", SettingType.of("type", GeneratorTables::type), "");

  /** A setting of sequences, Snowflakes and keys. */
  static final String OPAQUE_KEY_FILE = "opaque-key-file";

  private static final String ORDER = "order";
  private static final SettingType<IdOrder> ORDERS = SettingType.words(List.of(IdOrder.values()));

  /** The notes for people. */
  static final List<Setting<String>> NOTES = List.of(
      new Setting<>("description", TEXT, ""),
      new Setting<>("table", TEXT, ""),
      new Setting<>("column", TEXT, ""));

  /**
   * The prefix of ids. Two types lack this setting: the format of keys contains their prefix, and
   * TypeIDs have a setting of their own, which is required.
   */
  static final Setting<String> ID_PREFIX =
      new Setting<>("prefix", SettingType.of("prefix", GeneratorTables::idPrefix), "");

  static final Setting<Boolean> CHECK_DIGIT = new Setting<>("check-digit", FLAG, "false");

  /** The settings of types whose ids can have a prefix. */
  static final List<Setting<?>> AROUND_IDS = List.of(ID_PREFIX, CHECK_DIGIT);

  private static final SettingTable<SequenceBuilder> SEQUENCE = table(SequenceBuilder.class)
      .row("start", in(SEQUENCE_START, NUMBER), "1", SequenceBuilder::start)
      .row("step", in(SEQUENCE_STEP, NUMBER), "1", SequenceBuilder::step)
      .row("offset", in(SEQUENCE_STEP, NUMBER), "", SequenceBuilder::offset)
      .row("maximum", in(SEQUENCE_MAXIMUM, NUMBER), "", SequenceBuilder::maximum)
      .range("cycle", SEQUENCE_START, "", SequenceBuilder::cycle)
      .row(OPAQUE_KEY_FILE, FILE, "", (builder, file) -> builder.opaque(OpaqueKey.fromFile(file)))
      .row("strict", FLAG, "", SequenceBuilder::strict)
      .row("segment-duration", in(AHEAD, DURATION), "10s", SequenceBuilder::segmentDuration)
      .range("segment", SEGMENT, "1..8589934592", SequenceBuilder::segment)
      .row(ORDER, ORDERS, "generator", SequenceBuilder::order)
      .unapplied(AROUND_IDS);

  /** Adds the settings of Snowflakes, and of keys with a time. */
  private static <B extends TimedBuilder<?>> SettingTable<B> withWindows(SettingTable<B> table) {
    return table
        .range("workers", WORKERS, "", TimedBuilder::workers)
        .row("prefer-worker", in(WORKERS, NUMBER), "", TimedBuilder::preferWorker)
        .row("worker-pool", TEXT, "", TimedBuilder::workerPool)
        .row("window", in(AHEAD, DURATION), "10s", TimedBuilder::window)
        .row("max-ahead", in(CLOCK, DURATION), "1s", TimedBuilder::maxAhead)
        .row("max-skew", in(CLOCK, DURATION), "5s", TimedBuilder::maxSkew)
        .row("clock-tolerance", in(CLOCK, DURATION), "1m", TimedBuilder::clockTolerance)
        .row("clock-confirmed", FLAG, "false", TimedBuilder::clockConfirmed)
        .row(
            "on-clock-behind",
            SettingType.words(List.of(OnClockBehind.values())),
            "",
            TimedBuilder::onClockBehind)
        .row(OPAQUE_KEY_FILE, FILE, "", (builder, file) -> builder.opaque(OpaqueKey.fromFile(file)))
        .row(ORDER, ORDERS, "generator", TimedBuilder::order);
  }

  static final Setting<SnowflakeLayout> LAYOUT = new Setting<>(
      "layout", SettingType.of("layout", SnowflakeLayout::parse), SnowflakeLayout.DEFAULT.split());
  static final Setting<Duration> UNIT = new Setting<>(
      "unit",
      SettingType.of(
          "1ms, 10ms, 1s",
          text -> Duration.ofMillis(
              SnowflakeLayout.DEFAULT.withUnit(DURATION.parse(text)).unitMs())),
      "1ms");
  static final Setting<Instant> EPOCH = new Setting<>(
      "epoch",
      in(SettingRange.EPOCH, SettingType.MOMENT)
          .then(epoch -> SnowflakeLayout.DEFAULT.withEpoch(epoch).epoch()),
      SnowflakeLayout.DEFAULT.epoch().toString());

  private static final SettingTable<SnowflakeBuilder> SNOWFLAKE = withWindows(
          table(SnowflakeBuilder.class)
              .row(LAYOUT, SnowflakeBuilder::layout)
              .row(UNIT, SnowflakeBuilder::unit)
              .row(EPOCH, SnowflakeBuilder::epoch)
              .row("number-start", in(NUMBER_START, INTEGER), "64", SnowflakeBuilder::numberStart))
      .unapplied(AROUND_IDS);

  static final Setting<KeyFormat> FORMAT =
      new Setting<>("format", SettingType.of("format", KeyFormat::parse), "");
  static final Setting<ZoneId> ZONE = new Setting<>("zone", SettingType.ZONE, "UTC");
  static final Setting<Long> KEY_START =
      new Setting<>("start", in(SettingRange.KEY_START, NUMBER), "1");
  static final Setting<String> ROUTE_FROM = new Setting<>("route-from", TEXT, "");
  static final Setting<Integer> SHARDS_VERSION =
      new Setting<>("version", in(SettingRange.SHARDS_VERSION, INTEGER), "0");

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
      "7");

  private static final SettingTable<UuidBuilder> UUIDS = table(UuidBuilder.class)
      .row(UUID_VERSION, UuidBuilder::version)
      .row(ORDER, ORDERS, "generator", UuidBuilder::order)
      .unapplied(AROUND_IDS);

  static final Setting<String> PREFIX = new Setting<>(
      "prefix", SettingType.of("prefix", text -> new TypeId(text, new UUID(0, 0)).prefix()), "");

  /** The settings of each type. */
  static final Map<String, SettingTable<?>> BY_TYPE = tables();

  private GeneratorTables() {}

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
    Arguments.check(types.contains(text), "no such type; {}", NearMiss.hint(text, types, all));
    return text;
  }

  private static String idPrefix(String text) {
    Arguments.check(!text.isEmpty(), "the prefix is empty; leave the setting out for none");
    IdPrefix.check("the prefix", text);
    return text;
  }
}
