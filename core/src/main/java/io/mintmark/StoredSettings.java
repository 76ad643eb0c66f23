package io.mintmark;

import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.key.KeyBuilder;
import io.mintmark.sequence.SequenceBuilder;
import io.mintmark.settings.TimedBuilder;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.store.Line;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads the settings that a store keeps for a name. {@link AgreedLines} has written them as the
 * note of the line that holds their fingerprint (a hash). They are used only if the settings that
 * were read from the note have this text again. So no unknown setting is left out. As with settings
 * that a user gives, the generator is refused if the line has another fingerprint.
 *
 * <p>The settings of opaque ids are not read, because the note lacks their secret. The settings of
 * keys with a database or table are not read either: whether such keys are routed by another
 * generator's keys is not kept in the store.
 */
final class StoredSettings {

  /** The value of each word {@code name=value} of the note. Any other word is its own value. */
  private final Map<String, String> words = new HashMap<>();

  private StoredSettings(String note) {
    for (String word : note.split(" ", -1)) {
      int equals = word.indexOf('=');
      words.put(equals < 0 ? word : word.substring(0, equals), word.substring(equals + 1));
    }
  }

  /**
   * Reads the settings of a name.
   *
   * @param builder the builder of the kind of generator
   * @return the settings; empty if the store does not know the name, or if the settings are of
   *     another kind, not complete or not proven by their text
   */
  static Optional<Settings<?>> read(String name, Class<?> builder, LineStore store) {
    return store.line(SpecLine.of(name)).map(Line::note).flatMap(note -> {
      try {
        return Optional.<Settings<?>>of(Settings.of(builder, new StoredSettings(note)::fill))
            .filter(settings -> settings.faults(name).isEmpty())
            .filter(settings -> settings.fingerprint(name).get(0).settings().equals(note));
      } catch (RuntimeException e) {
        // The note has another form. It may be of another kind, or someone may have changed it.
        return Optional.empty();
      }
    });
  }

  private void fill(Object builder) {
    if (builder instanceof SnowflakeBuilder snowflake) {
      snowflake
          .layout(layout())
          .unit(Duration.ofMillis(number("unitMs")))
          .epoch(Instant.parse(value("epoch")));
    } else if (builder instanceof SequenceBuilder sequence) {
      if (words.containsKey("cycle")) {
        String[] ends = value("cycle").split("\\.\\.", 2);
        sequence.cycle(Long.parseLong(ends[0]), Long.parseLong(ends[1]));
      } else {
        sequence.start(number("first")).step(number("step"));
      }
      sequence.strict(words.containsKey("strict"));
    } else if (builder instanceof KeyBuilder keys) {
      keys.format(value("format"))
          .zone(value("zone"))
          .start(words.containsKey("start") ? number("start") : 0);
    }
    if (builder instanceof TimedBuilder<?> timed && words.containsKey("scope")) {
      TimedBuilder<?> unused = timed.workerPool(value("scope"));
    }
  }

  private String value(String name) {
    return Objects.requireNonNull(words.get(name), name);
  }

  private long number(String name) {
    return Long.parseLong(value(name));
  }

  private SnowflakeLayout layout() {
    String split = value("layout");
    boolean numberFirst = words.containsKey("number-first");
    return SnowflakeLayout.presets().values().stream()
        .filter(preset -> numberFirst && preset.numberFirst() && preset.split().equals(split))
        .findFirst()
        .orElseGet(() -> SnowflakeLayout.parse(split));
  }
}
