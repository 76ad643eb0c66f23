package io.mintmark.shardingsphere;

import io.mintmark.config.SettingReader;

/**
 * {@code MINTMARK_SNOWFLAKE}: 64-bit ids.
 *
 * <p>Properties: {@code store}, a store's URL; {@code name}, the generator's name on the store; and
 * the settings of a Snowflake, see {@link io.mintmark.config.GeneratorSettings}.
 */
public final class SnowflakeKeyGenerateAlgorithm extends GeneratorAlgorithm {

  /** Called by ShardingSphere, which then passes the properties. */
  public SnowflakeKeyGenerateAlgorithm() {
    super("MINTMARK_SNOWFLAKE");
  }

  @Override
  RowKeys open(SettingReader reader) {
    return openOfProperties("snowflake", reader);
  }
}
