package io.mintmark.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Registers for native images the classes that {@link StoreOpener} looks up by name. Otherwise an
 * image would not find them, and would use the embedded store instead of the application's own.
 */
final class MintmarkRuntimeHints implements RuntimeHintsRegistrar {

  @Override
  public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
    StoreOpener.FOUND_BY_NAME.forEach(
        name -> hints.reflection().registerTypeIfPresent(loader, name, type -> {}));
    hints
        .reflection()
        .registerTypeIfPresent(
            loader, StoreOpener.LETTUCE, type -> type.withField(RedisStores.CONFIGURATION));
  }
}
