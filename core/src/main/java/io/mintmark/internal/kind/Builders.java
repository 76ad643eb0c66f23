package io.mintmark.internal.kind;

import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Creates the builders that users fill, and reads the settings from them. Users need neither
 * operation, so the builders have no public constructor and no public method that returns the
 * settings. Instead, each builder class registers itself here when it is initialised. Thread-safe.
 */
public final class Builders {

  /** For each class of builders, a function from the code that fills a builder to the settings. */
  private static final Map<Class<?>, Function<Consumer<Object>, Settings<?>>> REGISTERED =
      new ConcurrentHashMap<>();

  private Builders() {}

  /**
   * Registers a builder.
   *
   * @param type the class of the builder
   * @param builder creates a builder with the default settings
   * @param settings returns the settings of a builder. Later calls to the builder do not change
   *     these settings
   * @param <B> the type of the builder
   */
  public static <B> void register(
      Class<B> type, Supplier<B> builder, Function<B, Settings<?>> settings) {
    REGISTERED.put(type, user -> {
      B filled = builder.get();
      user.accept(filled);
      return settings.apply(filled);
    });
  }

  @SuppressWarnings("unchecked") // Each class is registered with its own builders.
  static <B> Settings<?> filled(Class<B> type, Consumer<? super B> user) {
    try {
      Class<?> unused = MethodHandles.lookup().ensureInitialized(type);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
    return Objects.requireNonNull(REGISTERED.get(type), "registered")
        .apply((Consumer<Object>) user);
  }
}
