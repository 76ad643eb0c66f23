package io.mintmark.prefix;

import io.mintmark.generator.Generator;
import io.mintmark.internal.kind.Builders;
import io.mintmark.internal.kind.Settings;
import io.mintmark.objectid.ObjectIdBuilder;
import io.mintmark.sequence.SequenceBuilder;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.uuid.UuidBuilder;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Settings of ids with a prefix: the prefix, and the kind of id behind it. Both are required. Not
 * thread-safe.
 */
public final class PrefixedBuilder {

  private Optional<String> prefix = Optional.empty();
  private boolean checked;
  private boolean typeIds;
  private Optional<Settings<?>> ids = Optional.empty();

  static {
    Builders.register(PrefixedBuilder.class, PrefixedBuilder::new, PrefixedBuilder::settings);
  }

  private PrefixedBuilder() {}

  /**
   * Sets the prefix of all ids. An underscore follows it.
   *
   * @param text 1 to 63 characters, a to z, and {@code _} between them. For TypeIDs it may be
   *     empty; then no underscore follows
   * @return this
   */
  public PrefixedBuilder prefix(String text) {
    prefix = Optional.of(text);
    return this;
  }

  /**
   * Ends each id with a check digit, which detects typing errors. It is computed with ISO 7064 mod
   * 37,36 from the letters and digits before it. It detects every single wrong letter or digit, and
   * almost every swap of two adjacent ones.
   *
   * @return this
   */
  public PrefixedBuilder checkDigit() {
    checked = true;
    return this;
  }

  /**
   * Chooses Snowflakes, in decimal, as the ids behind the prefix.
   *
   * @param settings changes the default settings
   * @return this
   */
  public PrefixedBuilder snowflake(Consumer<SnowflakeBuilder> settings) {
    return of(Settings.of(SnowflakeBuilder.class, settings));
  }

  /**
   * Chooses numbers of a sequence, in decimal, as the ids behind the prefix.
   *
   * @param settings changes the default settings
   * @return this
   */
  public PrefixedBuilder sequence(Consumer<SequenceBuilder> settings) {
    return of(Settings.of(SequenceBuilder.class, settings));
  }

  /**
   * Chooses UUIDs, with hyphens and in lower case, as the ids behind the prefix.
   *
   * @param settings changes the default settings
   * @return this
   */
  public PrefixedBuilder uuids(Consumer<UuidBuilder> settings) {
    return of(Settings.of(UuidBuilder.class, settings));
  }

  /**
   * Chooses ObjectIds, in 24 hex digits, as the ids behind the prefix.
   *
   * @return this
   */
  public PrefixedBuilder objectIds() {
    return of(Settings.of(ObjectIdBuilder.class, none -> {}));
  }

  /**
   * Chooses {@linkplain io.mintmark.uuid.TypeId TypeIDs}: UUIDs of version 7 behind the prefix, in
   * 26 letters and digits. A TypeID cannot have a check digit.
   *
   * @return this
   */
  public PrefixedBuilder typeIds() {
    PrefixedBuilder unused = uuids(defaults -> {});
    typeIds = true;
    return this;
  }

  private PrefixedBuilder of(Settings<? extends Generator> kind) {
    ids = Optional.of(kind);
    typeIds = false;
    return this;
  }

  private PrefixedSettings settings() {
    return new PrefixedSettings(prefix, checked, ids, typeIds);
  }
}
