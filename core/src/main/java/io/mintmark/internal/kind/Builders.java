package io.mintmark.internal.kind;

import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes the builders that users fill, and reads the result. Users have no use for either, so the
 * builders have no public constructor and no public result. Instead each builder registers itself
 * here when its class is initialised. Thread-safe.
 */
public final class Builders {

  private static final Map<Class<?>, Registered<?>> REGISTERED = new ConcurrentHashMap<>();

  private record Registered<B>(Supplier<B> builder, Function<B, Settings<?>> settings) {

    Settings<?> filledBy(Consumer<? super B> user) {
      B filled = builder.get();
      user.accept(filled);
      return settings.apply(filled);
    }
  }

  private Builders() {}

  /**
   * Registers a builder.
   *
   * @param type its class
   * @param builder makes a builder with the defaults
   * @param settings returns the settings of a builder, which later calls to it do not change
   * @param <B> its type
   */
  public static <B> void register(
      Class<B> type, Supplier<B> builder, Function<B, Settings<?>> settings) {
    REGISTERED.put(type, new Registered<>(builder, settings));
  }

  @SuppressWarnings("unchecked") // each class is registered with its own type
  static <B> Settings<?> filled(Class<B> type, Consumer<? super B> user) {
    try {
      Class<?> unused = MethodHandles.lookup().ensureInitialized(type);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
    return ((Registered<B>) Objects.requireNonNull(REGISTERED.get(type), "registered"))
        .filledBy(user);
  }
}
