package io.mintmark.config;

import io.mintmark.internal.kind.SettingRange;
import io.mintmark.key.Routing;
import io.mintmark.key.Shards;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The settings of one shard layout of keys: the present layout, or that of an earlier version. */
record ShardLayout(Setting<Integer> databases, Setting<Integer> tables, Setting<Routing> route) {

  private static final SettingType<Integer> COUNT =
      SettingType.in(SettingRange.SHARDS, SettingType.INTEGER);
  private static final String EARLIER = "earlier-shards.";
  private static final Pattern EARLIER_KEY = Pattern.compile("^earlier-shards\\.([^.]*)\\..*");

  static final ShardLayout PRESENT = of("shards.");

  /** The settings of earlier layouts, with the placeholder {@code N} for the version. */
  static final List<Setting<?>> EARLIER_ROWS = of(EARLIER + "N.").settings();

  private static ShardLayout of(String prefix) {
    return new ShardLayout(
        new Setting<>(prefix + "databases", COUNT, "1"),
        new Setting<>(prefix + "tables-per-database", COUNT, "1"),
        new Setting<>(prefix + "route", SettingType.words(List.of(Routing.values())), "hash"));
  }

  List<Setting<?>> settings() {
    return List.of(databases, tables, route);
  }

  /** Returns the layout that the values describe; empty if all of its settings are absent. */
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

  /** Reads the layouts of earlier versions. */
  static Map<Integer, Shards> earlier(SettingReader reader) {
    Map<Integer, Shards> earlier = new TreeMap<>();
    reader.settings().keySet().stream()
        .flatMap(key -> EARLIER_KEY.matcher(key).results())
        .map(key -> key.group(1))
        .distinct()
        .forEach(version -> {
          ShardLayout layout = of(EARLIER + version + ".");
          Optional<Shards> shards =
              layout.shards(SettingValues.read(layout.settings(), reader), reader);
          reader
              .parse(EARLIER + version, version, GeneratorTables.SHARDS_VERSION.type())
              .ifPresent(number -> shards.ifPresent(each -> earlier.put(number, each)));
        });
    return earlier;
  }
}
