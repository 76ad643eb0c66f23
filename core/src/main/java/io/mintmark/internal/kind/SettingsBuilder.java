package io.mintmark.internal.kind;

import io.mintmark.generator.Generator;

/**
 * A builder that users fill. It keeps its result from them: they would have no use for it.
 *
 * @param <G> what is to be made
 */
public abstract class SettingsBuilder<G extends Generator> {

  /** For the builder of each kind. */
  protected SettingsBuilder() {}

  /**
   * Returns what was set.
   *
   * @return a value that later calls to this builder do not change
   */
  protected abstract Settings<G> settings();
}
