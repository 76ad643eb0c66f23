package io.mintmark.shardingsphere;

import io.mintmark.config.SettingReader;

/**
 * {@code MINTMARK_KEY}: readable keys, as text. With shards they need an open {@link
 * MintmarkRoute}.
 *
 * <p>Properties: {@code store}, a store's URL; {@code name}, what the generator is called on it;
 * and the settings of a key, see {@link io.mintmark.config.GeneratorSettings}, but {@code
 * route-from}, which needs another generator and so a configuration file.
 */
public final class ReadableKeyGenerateAlgorithm extends GeneratorAlgorithm {

  /** Made by ShardingSphere, which then gives it its properties. */
  public ReadableKeyGenerateAlgorithm() {
    super("MINTMARK_KEY");
  }

  @Override
  RowKeys open(SettingReader reader) {
    return openOfProperties("key", reader);
  }
}
