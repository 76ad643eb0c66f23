package io.mintmark.shardingsphere;

import io.mintmark.config.SettingReader;

/**
 * {@code MINTMARK_UUID}: UUIDs as text of 36 characters. Needs no store.
 *
 * <p>Property: {@code version}, which is 1, 4, 6 or 7; default 7.
 */
public final class UuidKeyGenerateAlgorithm extends GeneratorAlgorithm {

  /** Called by ShardingSphere, which then passes the properties. */
  public UuidKeyGenerateAlgorithm() {
    super("MINTMARK_UUID");
  }

  @Override
  RowKeys open(SettingReader reader) {
    return openWithoutStore("uuid", reader);
  }
}
