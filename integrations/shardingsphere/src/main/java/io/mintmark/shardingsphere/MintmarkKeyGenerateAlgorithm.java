package io.mintmark.shardingsphere;

import io.mintmark.config.SettingReader;

/**
 * {@code MINTMARK}: keys of a generator in a Mintmark configuration file.
 *
 * <p>Properties: {@code config}, the file's path; {@code generator}, a name in it; {@code store},
 * the URL of another store than the file's. A generator with shards needs an open {@link
 * MintmarkRoute}.
 */
public final class MintmarkKeyGenerateAlgorithm extends GeneratorAlgorithm {

  /** Made by ShardingSphere, which then gives it its properties. */
  public MintmarkKeyGenerateAlgorithm() {
    super("MINTMARK");
  }

  @Override
  RowKeys open(SettingReader reader) {
    return openOfFile(reader);
  }
}
