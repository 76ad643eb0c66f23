package io.mintmark.shardingsphere;

import io.mintmark.config.SettingReader;

/**
 * {@code MINTMARK_KEY}: readable keys, as text. Keys with shards need an open
 * {@link MintmarkRoute}.
 *
 * <p>Properties: {@code store}, a store's URL; {@code name}, the generator's name on the store; and
 * the settings of a key, see {@link io.mintmark.config.GeneratorSettings}. The setting
 * {@code route-from} is not allowed here. It refers to another generator, so it needs a
 * configuration file.
 */
public final class ReadableKeyGenerateAlgorithm extends GeneratorAlgorithm {

  /** Called by ShardingSphere, which then passes the properties. */
  public ReadableKeyGenerateAlgorithm() {
    super("MINTMARK_KEY");
  }

  @Override
  RowKeys open(SettingReader reader) {
    return openOfProperties("key", reader);
  }
}
