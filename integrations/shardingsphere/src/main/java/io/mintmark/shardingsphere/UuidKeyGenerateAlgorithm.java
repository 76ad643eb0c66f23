package io.mintmark.shardingsphere;

import io.mintmark.config.SettingReader;

/**
 * {@code MINTMARK_UUID}: UUIDs as text of 36 characters. Needs no store.
 *
 * <p>Property: {@code version}, 1, 4, 6 or 7, which it is without.
 */
public final class UuidKeyGenerateAlgorithm extends GeneratorAlgorithm {

  /** Made by ShardingSphere, which then gives it its properties. */
  public UuidKeyGenerateAlgorithm() {
    super("MINTMARK_UUID");
  }

  @Override
  RowKeys open(SettingReader reader) {
    return openWithoutStore("uuid", reader);
  }
}
