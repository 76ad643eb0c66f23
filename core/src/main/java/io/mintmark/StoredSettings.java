package io.mintmark;

import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.key.KeyBuilder;
import io.mintmark.sequence.SequenceBuilder;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.store.Line;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the settings that a store keeps for a name. {@link SpecCheck} has written them as the note
 * of the line that holds their fingerprint (a hash). They are used only if two conditions hold: the
 * fingerprint of the note is the position of the line, and the settings that were read from the
 * note have this text again. So a wrong note is never used, and no unknown setting is left out.
 *
 * <p>The settings of opaque ids are not read, because the note lacks their secret. The settings of
 * keys with a database or table are not read either: whether such keys are routed by another
 * generator's keys is not kept in the store.
 */
final class StoredSettings {

  private static final String POOL = "(?: scope=(?<pool>\\S+))?";
  private static final Pattern SNOWFLAKE = Pattern.compile(
      "snowflake layout=(?<layout>\\S+)(?<first> number-first)? unitMs=(?<unit>\\d{1,18})"
          + " epoch=(?<epoch>\\S+)"
          + POOL);
  private static final Pattern SEQUENCE =
      Pattern.compile("sequence (?:first=(?<start>\\d{1,18}) step=(?<step>\\d{1,18})"
          + "|cycle=(?<least>\\d{1,18})\\.\\.(?<most>\\d{1,18})) (?<order>strict|segmented)");
  private static final Pattern KEY =
      Pattern.compile("key format=(?<format>.+) zone=(?<zone>\\S+?)(?<start> start=1)?" + POOL);

  private StoredSettings() {}

  /**
   * Reads the settings of a name.
   *
   * @param builder the builder of the kind of generator
   * @return the settings; empty if the store does not know the name, or if the settings are of
   *     another kind, not complete or not proven by the fingerprint
   */
  static Optional<Settings<?>> read(String name, Class<?> builder, LineStore store) {
    return store
        .line(SpecLine.of(name))
        .filter(line -> !SpecLine.isSpoilt(line))
        .flatMap(line -> read(line, builder).filter(settings -> isProven(settings, name, line)));
  }

  private static boolean isProven(Settings<?> settings, String name, Line line) {
    return settings.faults(name).isEmpty()
        && settings.fingerprint(name).get(0).settings().equals(line.note());
  }

  private static Optional<Settings<?>> read(Line line, Class<?> builder) {
    try {
      if (builder == SnowflakeBuilder.class) {
        return matched(SNOWFLAKE, line).map(StoredSettings::snowflake);
      }
      if (builder == SequenceBuilder.class) {
        return matched(SEQUENCE, line).map(StoredSettings::sequence);
      }
      return builder == KeyBuilder.class
          ? matched(KEY, line).map(StoredSettings::key)
          : Optional.empty();
    } catch (RuntimeException e) {
      // The note has a value that this version does not know.
      return Optional.empty();
    }
  }

  private static Optional<Matcher> matched(Pattern pattern, Line line) {
    return Optional.of(pattern.matcher(line.note())).filter(Matcher::matches);
  }

  private static Settings<?> snowflake(Matcher text) {
    return Settings.of(SnowflakeBuilder.class, settings -> {
      settings
          .layout(layout(text.group("layout"), text.group("first") != null))
          .unit(Duration.ofMillis(Long.parseLong(text.group("unit"))))
          .epoch(Instant.parse(text.group("epoch")));
      pool(text).ifPresent(settings::workerPool);
    });
  }

  private static SnowflakeLayout layout(String split, boolean numberFirst) {
    return SnowflakeLayout.presets().values().stream()
        .filter(preset -> numberFirst && preset.numberFirst() && preset.split().equals(split))
        .findFirst()
        .orElseGet(() -> SnowflakeLayout.parse(split));
  }

  private static Settings<?> sequence(Matcher text) {
    return Settings.of(SequenceBuilder.class, settings -> {
      if (text.group("start") == null) {
        settings.cycle(Long.parseLong(text.group("least")), Long.parseLong(text.group("most")));
      } else {
        settings
            .start(Long.parseLong(text.group("start")))
            .step(Long.parseLong(text.group("step")));
      }
      settings.strict(text.group("order").equals("strict"));
    });
  }

  private static Settings<?> key(Matcher text) {
    return Settings.of(KeyBuilder.class, settings -> {
      settings
          .format(text.group("format"))
          .zone(text.group("zone"))
          .start(text.group("start") == null ? 0 : 1);
      pool(text).ifPresent(settings::workerPool);
    });
  }

  private static Optional<String> pool(Matcher text) {
    return Optional.ofNullable(text.group("pool"));
  }
}
