package io.mintmark.config;

import io.mintmark.Mintmark;
import io.mintmark.generator.Generator;
import io.mintmark.inspect.KnownPrefix;
import io.mintmark.prefix.PrefixedBuilder;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** What stands around the ids of a generator: a prefix, and perhaps a check digit. */
final class PrefixConfig {

  private PrefixConfig() {}

  static Optional<KnownPrefix> read(String type, SettingReader reader) {
    boolean written = reader.has("prefix");
    if (type.equals("typeid")) {
      if (!written) {
        reader.fault("prefix", "the TypeIDs have no prefix, for example user");
      }
      return reader
          .read(GeneratorTables.PREFIX)
          .map(prefix -> new KnownPrefix(prefix, false, type));
    }
    if (type.equals("key") && !written) {
      return Optional.empty();
    }
    Optional<String> prefix = reader.read(GeneratorTables.ID_PREFIX);
    if (type.equals("key")) {
      reader.fault("prefix", "a key's format has its prefix, for example ord_{seq:6}");
      return Optional.empty();
    }
    boolean checked = reader.read(GeneratorTables.CHECK_DIGIT).orElse(false);
    if (checked && !written) {
      reader.fault("check-digit", "ids without a prefix have no check digit; add prefix");
    }
    return prefix.map(text -> new KnownPrefix(text, checked, type));
  }

  /** How a kind is made with something around its ids. */
  interface Prefixing<B> {
    PrefixedBuilder ids(PrefixedBuilder builder, Consumer<B> settings);
  }

  /** How a kind is made as it is. */
  interface Plain<B> {
    Generator make(Mintmark mint, String name, Consumer<B> settings);
  }

  static <B> BiFunction<Mintmark, String, Generator> opening(
      Optional<KnownPrefix> prefix, Consumer<B> settings, Prefixing<B> prefixing, Plain<B> plain) {
    if (prefix.isEmpty()) {
      return (mint, name) -> plain.make(mint, name, settings);
    }
    KnownPrefix around = prefix.get();
    return (mint, name) -> mint.prefixed(name, builder -> {
      if (around.checked()) {
        builder.checkDigit();
      }
      prefixing.ids(builder.prefix(around.prefix()), settings);
    });
  }
}
