package io.mintmark.config;

import io.mintmark.uuid.UuidBuilder;
import java.util.function.Consumer;

/**
 * A UUID generator's settings.
 *
 * @param version 1, 4, 6 or 7
 * @param own applies the other settings
 */
record UuidConfig(int version, Consumer<UuidBuilder> own) {

  static UuidConfig read(SettingReader reader) {
    return new UuidConfig(
        reader.read(GeneratorTables.UUID_VERSION).orElse(7), GeneratorTables.UUIDS.read(reader));
  }

  void applyTo(UuidBuilder builder) {
    own.accept(builder.version(version));
  }
}
