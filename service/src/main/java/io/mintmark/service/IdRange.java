package io.mintmark.service;

import io.mintmark.config.Config;
import io.mintmark.config.Configured;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.error.Message;
import io.mintmark.generator.LongRange;
import io.mintmark.generator.ValueRange;
import io.mintmark.inspect.KnownPrefix;
import io.mintmark.internal.text.NearMiss;
import io.mintmark.objectid.ObjectId;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.uuid.TypeId;
import io.mintmark.uuid.Uuids;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The ids of a time span, for a filter on the primary key.
 *
 * @param from the first id, in its usual text
 * @param to the end, exclusive
 */
public record IdRange(String from, String to) {

  private static final String OBJECT_ID = "objectid";
  private static final String UUID = "uuid";
  private static final String TYPE_ID = "typeid";
  private static final String SNOWFLAKE = "snowflake";

  /**
   * Computes the range of the ids that were made at or after {@code from} and before {@code to}.
   *
   * @param config the configured generators
   * @param kind {@code objectid}, {@code uuid} (version 7), {@code snowflake}, one of its presets,
   *     or a configured generator
   * @throws IllegalArgumentException if the kind is unknown, if the ids contain no time or are not
   *     in order of time, or if the span is not valid
   */
  public static IdRange of(Config config, String kind, Instant from, Instant to) {
    Optional<GeneratorSettings> settings =
        Optional.ofNullable(config.generators().get(kind)).map(Configured::settings);
    String type = settings.map(GeneratorSettings::type).orElse(kind);
    IdRange ids;
    if (type.equals(OBJECT_ID)) {
      ValueRange<ObjectId> range = ObjectId.range(from, to);
      ids = new IdRange(range.from().toString(), range.to().toString());
    } else if (type.equals(UUID)) {
      int version = settings.flatMap(GeneratorSettings::uuidVersion).orElse(7);
      ValueRange<UUID> range = uuids(kind, version, from, to);
      ids = new IdRange(range.from().toString(), range.to().toString());
    } else if (type.equals(TYPE_ID) && settings.isPresent()) {
      ValueRange<UUID> range = Uuids.rangeV7(from, to);
      ids = new IdRange(
          new TypeId("", range.from()).toString(), new TypeId("", range.to()).toString());
    } else {
      LongRange range = layout(config, settings, kind).range(from, to);
      ids = new IdRange(Long.toString(range.from()), Long.toString(range.to()));
    }
    return settings
        .flatMap(GeneratorSettings::prefix)
        .map(prefix -> ids.with(prefix, kind))
        .orElse(ids);
  }

  /**
   * Puts the prefix before both bounds. The bounds need no check digit, because an id without it
   * sorts directly before the same id with its check digit.
   */
  private IdRange with(KnownPrefix prefix, String kind) {
    if (prefix.type().equals(SNOWFLAKE)) {
      throw new IllegalArgumentException(
          "numbers with a prefix are texts, which are not in the order of their time: kind="
              + kind);
    }
    String before = prefix.prefix().isEmpty() ? "" : prefix.prefix() + "_";
    return new IdRange(before + from, before + to);
  }

  /**
   * Computes a range of UUIDs of version 6 or 7. Refuses other versions, whose ids are not in order
   * of time. A filter compares whole ids, so a range of such ids would also contain ids from
   * outside the span.
   */
  private static ValueRange<UUID> uuids(String kind, int version, Instant from, Instant to) {
    return switch (version) {
      case 6 -> Uuids.rangeV6(from, to);
      case 7 -> Uuids.rangeV7(from, to);
      default ->
        throw new IllegalArgumentException((version == 1
                ? "UUIDs of version 1 are not in order of their time, so no range of UUIDs is a"
                    + " span of time: "
                : "UUIDs of version " + version + " show no time: ")
            + "kind="
            + kind
            + ", version="
            + version
            + "; versions 6 and 7 have ranges");
    };
  }

  private static SnowflakeLayout layout(
      Config config, Optional<GeneratorSettings> settings, String kind) {
    if (settings.filter(GeneratorSettings::isOpaque).isPresent()) {
      throw new IllegalArgumentException(
          "opaque ids have no order of time, so no range of ids is a span of time: kind=" + kind);
    }
    if (settings.isPresent()) {
      String reason = settings.get().type().equals("key")
          ? "no range of keys is known to be a span of time: kind="
          : "the ids of a sequence show no time: kind=";
      return settings
          .get()
          .snowflakeLayout()
          .orElseThrow(() -> new IllegalArgumentException(reason + kind));
    }
    SnowflakeLayout preset = kind.equals(SNOWFLAKE)
        ? SnowflakeLayout.DEFAULT
        : SnowflakeLayout.presets().get(kind);
    if (preset == null) {
      Set<String> kinds = new LinkedHashSet<>(List.of(OBJECT_ID, UUID, SNOWFLAKE));
      kinds.addAll(SnowflakeLayout.presets().keySet());
      kinds.addAll(config.generators().keySet());
      String hint =
          NearMiss.hint(kind, kinds, "one of " + String.join(", ", kinds) + " is expected");
      throw new IllegalArgumentException(Message.of("no such kind of id: kind={}; {}", kind, hint));
    }
    return preset;
  }
}
