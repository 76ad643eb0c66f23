package io.mintmark.uuid;

import io.mintmark.internal.kind.SettingsBuilder;
import java.util.Objects;
import java.util.Optional;

/** Settings of a generator of TypeIDs, which needs a prefix. Not thread-safe. */
public final class TypeIdBuilder extends SettingsBuilder<TypeIdGenerator> {

  private Optional<String> prefix = Optional.empty();

  /** Makes one without a prefix. */
  public TypeIdBuilder() {}

  /**
   * Sets the type that all ids say.
   *
   * @param text up to 63 characters a to z and {@code _}, which neither begins nor ends it; empty
   *     for ids that say none
   * @return this
   */
  public TypeIdBuilder prefix(String text) {
    prefix = Optional.of(Objects.requireNonNull(text, "text"));
    return this;
  }

  /**
   * {@inheritDoc}
   *
   * @hidden for Mintmark alone
   */
  @Override
  protected TypeIdSettings settings() {
    return new TypeIdSettings(prefix);
  }
}
