package io.mintmark.config;

import io.mintmark.internal.kind.SettingRange;
import io.mintmark.key.KeyBuilder;
import io.mintmark.key.Routing;
import io.mintmark.key.Shards;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The shard layouts of a key generator.
 *
 * @param present the present layout; empty for keys without shards
 * @param earlier the layouts of other versions
 */
record ShardSettings(Optional<Shards> present, Map<Integer, Shards> earlier) {

  private static final String EARLIER = "earlier-shards.";
  private static final SettingType<Integer> SHARD_COUNT =
      SettingType.in(SettingRange.SHARDS, SettingType.INTEGER);

  /**
   * The settings of one layout.
   *
   * @param prefix the first part of their keys
   */
  private record Layout(
      String prefix, Setting<Integer> databases, Setting<Integer> tables, Setting<Routing> route) {

    static Layout of(String prefix) {
      return new Layout(
          prefix,
          new Setting<>(prefix + "databases", SHARD_COUNT, "1", "How many databases there are."),
          new Setting<>(
              prefix + "tables-per-database",
              SHARD_COUNT,
              "1",
              "How many tables each database has."),
          new Setting<>(
              prefix + "route",
              SettingType.words(List.of(Routing.values())),
              "hash",
              "How a route id leads to a database and a table."));
    }

    List<Setting<?>> settings() {
      return List.of(databases, tables, route);
    }

    Optional<Shards> shards(SettingValues values, SettingReader reader) {
      if (settings().stream().allMatch(each -> values.find(each).isEmpty())) {
        return Optional.empty();
      }
      return reader.parse(
          databases.key(),
          "",
          SettingType.of(
              "shards",
              unused -> new Shards(values.get(databases), values.get(tables), values.get(route))));
    }
  }

  private static final Layout PRESENT = Layout.of("shards.");

  /** The settings of the present layout. */
  static final List<Setting<?>> PRESENT_ROWS = PRESENT.settings();

  /** The settings of earlier layouts, with the placeholder {@code N} for the version. */
  static final List<Setting<?>> EARLIER_ROWS = Layout.of(EARLIER + "N.").settings();

  /**
   * Reads the shard layouts.
   *
   * @param values contain the settings of the present layout
   */
  static ShardSettings read(SettingValues values, SettingReader reader) {
    Map<Integer, Shards> earlier = new TreeMap<>();
    for (String version : versions(reader)) {
      Layout layout = Layout.of(EARLIER + version + ".");
      Optional<Shards> shards =
          layout.shards(SettingValues.read(layout.settings(), reader), reader);
      reader
          .parse(EARLIER + version, version, GeneratorTables.SHARDS_VERSION.type())
          .ifPresent(number -> shards.ifPresent(each -> earlier.put(number, each)));
    }
    return new ShardSettings(PRESENT.shards(values, reader), earlier);
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

  /** Returns all shard layouts by version, including the current version. */
  Map<Integer, Shards> layouts(int version) {
    Map<Integer, Shards> all = new TreeMap<>(earlier);
    present.ifPresent(shards -> all.put(version, shards));
    return all;
  }

  void applyTo(KeyBuilder builder) {
    present.ifPresent(builder::shards);
    earlier.forEach(builder::earlierShards);
  }
}
