package io.mintmark.internal.kind;

import io.mintmark.generator.Generator;

/**
 * A builder that users fill. It hides its result from them, because they have no use for it.
 *
 * @param <G> the generator's type
 */
public abstract class SettingsBuilder<G extends Generator> {

  /** For the builder of each kind. */
  protected SettingsBuilder() {}

  /**
   * Returns the settings made so far.
   *
   * @return a value that later calls to this builder do not change
   */
  protected abstract Settings<G> settings();
}
