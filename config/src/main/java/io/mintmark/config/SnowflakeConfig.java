package io.mintmark.config;

import io.mintmark.settings.TimedBuilder;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.snowflake.SnowflakeLayout;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A Snowflake generator's settings.
 *
 * @param preset the layout as written, for example a preset
 * @param layout the layout of the bits
 * @param windows applies the settings of all generators that claim positions in time
 * @param own applies the settings of Snowflakes only
 */
record SnowflakeConfig(
    Optional<String> preset,
    SnowflakeLayout layout,
    Consumer<TimedBuilder<?, ?>> windows,
    Consumer<SnowflakeBuilder> own) {

  static SnowflakeConfig read(SettingReader reader) {
    SnowflakeLayout split = reader.read(GeneratorTables.LAYOUT).orElse(SnowflakeLayout.DEFAULT);
    SnowflakeLayout ticked = reader
        .read("unit", text -> split.withUnit(GeneratorTables.UNIT.type().parse(text)))
        .orElse(split);
    SnowflakeLayout layout = reader
        .read("epoch", text -> ticked.withEpoch(GeneratorTables.EPOCH.type().parse(text)))
        .orElse(ticked);
    return new SnowflakeConfig(
        reader.read("layout", text -> text),
        layout,
        GeneratorTables.WINDOWS.read(reader),
        GeneratorTables.SNOWFLAKE.read(reader));
  }

  /**
   * Applies the preset first, because it sets its original's behaviour and other settings override
   * it.
   */
  void applyTo(SnowflakeBuilder builder) {
    preset.ifPresent(builder::preset);
    windows.accept(builder);
    own.accept(builder);
    builder.layout(layout);
  }
}
