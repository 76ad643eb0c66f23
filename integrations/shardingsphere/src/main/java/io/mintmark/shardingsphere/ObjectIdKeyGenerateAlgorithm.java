package io.mintmark.shardingsphere;

import io.mintmark.config.SettingReader;

/** {@code MINTMARK_OBJECTID}: ObjectIds as 24 hex digits. Needs no store and no properties. */
public final class ObjectIdKeyGenerateAlgorithm extends GeneratorAlgorithm {

  /** Called by ShardingSphere, which then passes the properties. */
  public ObjectIdKeyGenerateAlgorithm() {
    super("MINTMARK_OBJECTID");
  }

  @Override
  RowKeys open(SettingReader reader) {
    return openWithoutStore("objectid", reader);
  }
}
