package io.mintmark.config;

import io.mintmark.settings.TimedBuilder;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A Snowflake generator's settings.
 *
 * @param split the configured layout or preset
 * @param layout the layout, with the configured unit and epoch
 * @param windows applies the settings that all generators of ids made from claimed times share
 * @param own applies the settings of Snowflakes alone
 */
record SnowflakeConfig(
    SnowflakeLayout split,
    SnowflakeLayout layout,
    Consumer<TimedBuilder<?>> windows,
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
        split,
        layout,
        GeneratorTables.WINDOWS.read(reader),
        GeneratorTables.SNOWFLAKE.read(reader));
  }

  /**
   * Applies the preset first, because a preset also sets the behaviour of the original generator.
   * The other settings must override that behaviour.
   */
  void applyTo(SnowflakeBuilder builder) {
    builder.layout(split).unit(Duration.ofMillis(layout.unitMs())).epoch(layout.epoch());
    windows.accept(builder);
    own.accept(builder);
  }
}
