package io.mintmark.internal.access;

import io.mintmark.generator.Generator;
import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.store.LineStore;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Operations of a Mintmark and its builder that only Mintmark's own modules may call. The package
 * {@code io.mintmark} implements them. This package must not depend on {@code io.mintmark}, so the
 * parameters have the type {@code Object}.
 *
 * @param store returns the store of a Mintmark
 * @param opener returns the generators of a Mintmark
 * @param environment sets the environment of a builder
 */
public record MintmarkAccess(
    Function<Object, LineStore> store,
    Opener opener,
    BiConsumer<Object, Surroundings> environment) {

  private static volatile @Nullable MintmarkAccess granted;

  /** Returns generators of any kind. */
  public interface Opener {

    /**
     * Returns the generator of a name.
     *
     * @param mintmark an {@code io.mintmark.Mintmark}
     * @param name the generator's name
     * @param settings the settings of any kind
     * @return the generator
     */
    Generator open(Object mintmark, String name, Settings<?> settings);
  }

  /**
   * Sets the implementation.
   *
   * @param access the implementation
   */
  public static void grant(MintmarkAccess access) {
    granted = access;
  }

  /**
   * Returns the implementation. A builder or a Mintmark already exists when this is called, so its
   * class has been initialised, which sets the implementation.
   */
  static MintmarkAccess granted() {
    return Objects.requireNonNull(granted, "granted");
  }

  /**
   * Returns the store of a Mintmark, for tools that read or change it. The caller must not close
   * the store.
   *
   * @param mintmark an {@code io.mintmark.Mintmark}
   * @return the store of the Mintmark
   */
  public static LineStore storeOf(Object mintmark) {
    return granted().store.apply(mintmark);
  }

  /**
   * Returns the generator of a name, which the first call creates.
   *
   * @param mintmark an {@code io.mintmark.Mintmark}
   * @param name the generator's name
   * @param settings the settings of any kind
   * @return the same generator on each call
   */
  public static Generator generatorOf(Object mintmark, String name, Settings<?> settings) {
    return granted().opener.open(mintmark, name, settings);
  }
}
