package io.mintmark.config;

import io.mintmark.inspect.KnownPrefix;
import java.util.Optional;

/** The settings of a prefix and a check digit around a generator's ids. */
final class PrefixConfig {

  private static final String IN_FORMAT =
      "a key has its prefix and its check digit in its format, for example"
          + " ord_{seq:6}{check:iso7064-37-36}";

  private PrefixConfig() {}

  static Optional<KnownPrefix> read(String type, SettingReader reader, SettingValues values) {
    boolean written = reader.has("prefix");
    if (type.equals("typeid")) {
      if (!written) {
        reader.fault("prefix", "the TypeIDs have no prefix, for example user");
      }
      return values
          .find(GeneratorTables.PREFIX)
          .map(prefix -> new KnownPrefix(prefix, false, type));
    }
    if (type.equals("key")) {
      for (Setting<?> around : GeneratorTables.AROUND_IDS) {
        if (reader.has(around.key()) && reader.read(around).isPresent()) {
          reader.fault(around.key(), IN_FORMAT);
        }
      }
      return Optional.empty();
    }
    boolean checked = values.find(GeneratorTables.CHECK_DIGIT).orElse(false);
    if (checked && !written) {
      reader.fault("check-digit", "ids without a prefix have no check digit; add prefix");
    }
    return values.find(GeneratorTables.ID_PREFIX).map(text -> new KnownPrefix(text, checked, type));
  }
}
