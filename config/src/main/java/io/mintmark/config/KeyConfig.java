package io.mintmark.config;

import io.mintmark.Mintmark;
import io.mintmark.generator.Generator;
import io.mintmark.inspect.KnownKey;
import io.mintmark.internal.kind.SettingRange;
import io.mintmark.key.KeyBuilder;
import io.mintmark.key.KeyFormat;
import io.mintmark.key.Routing;
import io.mintmark.key.Shards;
import io.mintmark.settings.TimedBuilder;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A key generator's settings.
 *
 * @param format the form of the keys
 * @param zone the zone of the printed local time, if it is set
 * @param routeFrom the generator from whose keys these keys take their database
 * @param version the version of the shard layout
 * @param shards the present shard layout
 * @param earlier the shard layouts of other versions
 * @param windows applies the settings that all generators of ids made from claimed times share
 */
record KeyConfig(
    KeyFormat format,
    Optional<ZoneId> zone,
    Optional<String> routeFrom,
    int version,
    @Nullable Shards shards,
    Map<Integer, Shards> earlier,
    Consumer<TimedBuilder<?>> windows) {

  private static final String EARLIER = "earlier-shards.";
  private static final String SHARDS = "shards.";
  private static final SettingType<Integer> SHARD_COUNT =
      SettingType.in(SettingRange.SHARDS, SettingType.INTEGER);

  private static final Setting<KeyFormat> FORMAT = new Setting<>(
      "format", SettingType.of("format", KeyFormat::parse), "", "The format of a key. Required.");
  private static final Setting<ZoneId> ZONE = new Setting<>(
      "zone",
      SettingType.ZONE,
      "UTC",
      "The time zone of the time in a key. Required if the time shows no minutes.");
  private static final Setting<String> ROUTE_FROM = new Setting<>(
      "route-from",
      SettingType.TEXT,
      "",
      "The generator whose keys are route ids here. A key then has the database of its route id.");
  private static final Setting<Integer> VERSION = new Setting<>(
      "version",
      SettingType.in(SettingRange.SHARDS_VERSION, SettingType.INTEGER),
      "0",
      "The version of the shard layout.");

  /**
   * All settings. The rows of earlier shard layouts have the placeholder {@code N} for the version.
   */
  static final List<Setting<?>> TABLE = List.of(
      FORMAT,
      ZONE,
      databases(SHARDS),
      tables(SHARDS),
      route(SHARDS),
      ROUTE_FROM,
      VERSION,
      databases(EARLIER + "N."),
      tables(EARLIER + "N."),
      route(EARLIER + "N."));

  private static final String NEEDED =
      "the keys have no format, for example {time:yyMMddHHmmss}{seq:4}";

  /**
   * Used instead of an invalid format, so that the other settings can be read. The reader has
   * recorded the fault.
   */
  private static final String ANY_FORMAT = "{seq:1}";

  static KeyConfig read(SettingReader reader, Consumer<TimedBuilder<?>> windows) {
    if (!reader.has("format")) {
      reader.fault("format", NEEDED);
    }
    KeyFormat format = reader.read(FORMAT).orElseGet(() -> KeyFormat.parse(ANY_FORMAT));
    Map<Integer, Shards> layouts = new TreeMap<>();
    for (String version : versions(reader)) {
      Optional<Shards> shards = shards(reader, EARLIER + version + ".");
      reader
          .parse(EARLIER + version, version, VERSION.type())
          .ifPresent(number -> shards.ifPresent(each -> layouts.put(number, each)));
    }
    return new KeyConfig(
        format,
        reader.read(ZONE),
        reader.read(ROUTE_FROM),
        reader.read(VERSION).orElse(0),
        shards(reader, SHARDS).orElse(null),
        layouts,
        windows);
  }

  /** Returns the versions of the earlier shard layouts, as texts. */
  private static Set<String> versions(SettingReader reader) {
    Set<String> versions = new TreeSet<>();
    for (String key : reader.settings().keySet()) {
      int dot = key.indexOf('.', EARLIER.length());
      if (key.startsWith(EARLIER) && dot > 0) {
        versions.add(key.substring(EARLIER.length(), dot));
      }
    }
    return versions;
  }

  private static Optional<Shards> shards(SettingReader reader, String prefix) {
    Optional<Integer> databases = reader.read(databases(prefix));
    Optional<Integer> tables = reader.read(tables(prefix));
    Optional<Routing> routing = reader.read(route(prefix));
    if (databases.isEmpty() && tables.isEmpty() && routing.isEmpty()) {
      return Optional.empty();
    }
    return reader.parse(
        prefix + "databases",
        "",
        SettingType.of(
            "shards",
            unused ->
                new Shards(databases.orElse(1), tables.orElse(1), routing.orElse(Routing.HASH))));
  }

  private static Setting<Integer> databases(String prefix) {
    return new Setting<>(prefix + "databases", SHARD_COUNT, "1", "How many databases there are.");
  }

  private static Setting<Integer> tables(String prefix) {
    return new Setting<>(
        prefix + "tables-per-database", SHARD_COUNT, "1", "How many tables each database has.");
  }

  private static Setting<Routing> route(String prefix) {
    return new Setting<>(
        prefix + "route",
        SettingType.words(List.of(Routing.values())),
        "hash",
        "How a route id leads to a database and a table.");
  }

  KnownKey known() {
    return new KnownKey(format, zone.orElse(ZoneOffset.UTC), layouts());
  }

  /** Returns all shard layouts by version, including the current version. */
  Map<Integer, Shards> layouts() {
    Map<Integer, Shards> all = new TreeMap<>(earlier);
    if (shards != null) {
      all.put(version, shards);
    }
    return all;
  }

  Generator open(Mintmark mint, String name) {
    return mint.keys(name, builder -> {
      applyTo(builder);
      routeFrom.ifPresent(other -> builder.routeFrom(mint.keys(other)));
    });
  }

  /** Applies all settings except {@code route-from}, which needs an open generator. */
  void applyTo(KeyBuilder builder) {
    windows.accept(builder);
    builder.format(format.text()).version(version);
    zone.ifPresent(builder::zone);
    if (shards != null) {
      builder.shards(shards);
    }
    earlier.forEach(builder::earlierShards);
  }
}
