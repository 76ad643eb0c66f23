package io.mintmark.shardingsphere;

import io.mintmark.config.SettingReader;

/**
 * {@code MINTMARK}: keys of a generator in a Mintmark configuration file.
 *
 * <p>Properties: {@code config}, the file's path; {@code generator}, a name in the file;
 * {@code store}, the URL of a store to use instead of the file's. A generator with shards needs an
 * open {@link MintmarkRoute}.
 */
public final class MintmarkKeyGenerateAlgorithm extends GeneratorAlgorithm {

  /** Called by ShardingSphere, which then passes the properties. */
  public MintmarkKeyGenerateAlgorithm() {
    super("MINTMARK");
  }

  @Override
  RowKeys open(SettingReader reader) {
    return openOfFile(reader);
  }
}
