package io.mintmark.store.engine;

import io.mintmark.internal.store.LineStore;
import io.mintmark.store.ClaimStoreProvider;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;

/** Opens the stores of an adapter with its builder. */
public abstract class EngineStoreProvider implements ClaimStoreProvider {

  private final Set<String> schemes;
  private final Supplier<? extends EngineBuilder<?, ? extends LineStore>> builder;

  /**
   * Makes a provider.
   *
   * @param schemes the schemes of the adapter's URLs, without the colon
   * @param builder makes the builder of a store
   */
  protected EngineStoreProvider(
      Set<String> schemes, Supplier<? extends EngineBuilder<?, ? extends LineStore>> builder) {
    this.schemes = schemes;
    this.builder = builder;
  }

  @Override
  public final Set<String> schemes() {
    return schemes;
  }

  @Override
  public final LineStore open(String url, Duration opening, Duration timeout) {
    return settings(url, opening, timeout).open();
  }

  @Override
  public final LineStore openReadOnly(String url, Duration opening, Duration timeout) {
    return settings(url, opening, timeout).readOnly().open();
  }

  private EngineBuilder<?, ? extends LineStore> settings(
      String url, Duration opening, Duration timeout) {
    return builder.get().url(url).openTimeout(opening).timeout(timeout);
  }
}
