package io.mintmark.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Tells native images which classes {@link StoreOpener} looks for by their names: in an image it
 * would not find them otherwise, and take the embedded store in the place of the application's own.
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
