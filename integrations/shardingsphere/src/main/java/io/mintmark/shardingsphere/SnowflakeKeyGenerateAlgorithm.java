package io.mintmark.shardingsphere;

import io.mintmark.config.SettingReader;

/**
 * {@code MINTMARK_SNOWFLAKE}: 64-bit ids.
 *
 * <p>Properties: {@code store}, a store's URL; {@code name}, what the generator is called on it;
 * and the settings of a Snowflake, see {@link io.mintmark.config.GeneratorSettings}.
 */
public final class SnowflakeKeyGenerateAlgorithm extends GeneratorAlgorithm {

  /** Made by ShardingSphere, which then gives it its properties. */
  public SnowflakeKeyGenerateAlgorithm() {
    super("MINTMARK_SNOWFLAKE");
  }

  @Override
  RowKeys open(SettingReader reader) {
    return openOfProperties("snowflake", reader);
  }
}
