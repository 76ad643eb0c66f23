package io.mintmark.service;

import io.mintmark.config.Config;
import io.mintmark.config.Configured;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.error.Message;
import io.mintmark.generator.LongRange;
import io.mintmark.generator.ValueRange;
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
import java.util.function.Function;

/**
 * The ids of a time span, for a filter on the primary key.
 *
 * @param from the first id, in its usual text
 * @param to the end, exclusive
 */
public record IdRange(String from, String to) {

  /**
   * Computes the range of the ids that were made at or after {@code from} and before {@code to}.
   *
   * @param config the configured generators
   * @param kind {@code objectid}, {@code uuid} (version 7), {@code typeid} (without a prefix),
   *     {@code snowflake}, one of its presets, or a configured generator
   * @throws IllegalArgumentException if the kind is unknown, if the ids contain no time or are not
   *     in order of time, or if the span is not valid
   */
  public static IdRange of(Config config, String kind, Instant from, Instant to) {
    Optional<GeneratorSettings> own =
        Optional.ofNullable(config.generators().get(kind)).map(Configured::settings);
    // The bounds need no check digit, because an id without it sorts directly before the same id
    // with its check digit.
    String before = own.flatMap(GeneratorSettings::prefix)
        .map(prefix -> prefix.text().isEmpty() ? "" : prefix.text() + "_")
        .orElse("");
    return switch (own.map(GeneratorSettings::type).orElse(kind)) {
      case "objectid" -> of(ObjectId.range(from, to), id -> before + id);
      case "uuid" -> {
        if (own.filter(each -> !each.texts().getOrDefault("version", "7").equals("7"))
            .isPresent()) {
          // A filter compares whole ids, so a range would also contain ids from outside the span.
          throw unordered(kind);
        }
        yield of(Uuids.rangeV7(from, to), id -> before + id);
      }
      case "typeid" -> of(Uuids.rangeV7(from, to), id -> before + new TypeId("", id));
      default -> {
        LongRange ids = layout(config, own, kind).range(from, to);
        yield new IdRange(Long.toString(ids.from()), Long.toString(ids.to()));
      }
    };
  }

  private static <T> IdRange of(ValueRange<T> range, Function<T, String> text) {
    return new IdRange(text.apply(range.from()), text.apply(range.to()));
  }

  private static IllegalArgumentException unordered(String kind) {
    return new IllegalArgumentException(Message.of(
        "the ids are UUIDs of version 6, or not in order of their time, or show no time: kind={};"
            + " no range of them is a span of time",
        kind));
  }

  private static SnowflakeLayout layout(
      Config config, Optional<GeneratorSettings> own, String kind) {
    if (own.isPresent()) {
      // An opaque number has no order of time, and a number after a prefix is compared as text.
      return own.filter(settings -> !settings.isOpaque() && settings.prefix().isEmpty())
          .flatMap(GeneratorSettings::snowflakeLayout)
          .orElseThrow(() -> unordered(kind));
    }
    if (kind.equals("snowflake")) {
      return SnowflakeLayout.DEFAULT;
    }
    Set<String> kinds = new LinkedHashSet<>(List.of("objectid", "uuid", "typeid", "snowflake"));
    kinds.addAll(SnowflakeLayout.presets().keySet());
    kinds.addAll(config.generators().keySet());
    return Optional.ofNullable(SnowflakeLayout.presets().get(kind))
        .orElseThrow(() -> new IllegalArgumentException(Message.of(
            "no such kind of id: kind={}; {}",
            kind,
            NearMiss.hint(kind, kinds, "one of " + String.join(", ", kinds) + " is expected"))));
  }
}
