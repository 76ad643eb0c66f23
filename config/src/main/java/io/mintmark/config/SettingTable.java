package io.mintmark.config;

import io.mintmark.internal.kind.SettingRange;
import io.mintmark.internal.kind.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * A table of settings. Each row has the code that applies the value. A new setting requires one row
 * in a table, and its row on the page of settings.
 *
 * @param <B> the builder to which the settings are applied
 */
final class SettingTable<B> {

  private final Class<B> builder;
  private final List<Setting<?>> settings = new ArrayList<>();
  private final List<BiConsumer<SettingValues, B>> appliers = new ArrayList<>();

  SettingTable(Class<B> builder) {
    this.builder = builder;
  }

  <T> SettingTable<B> row(
      String key, SettingType<T> type, String byDefault, BiConsumer<B, T> obeyed) {
    return row(new Setting<>(key, type, byDefault), obeyed);
  }

  /** Adds a row with a range, whose ends must be in the range that {@code core} allows. */
  SettingTable<B> range(
      String key, SettingRange<Long> ends, String byDefault, RangeSetter<B> obeyed) {
    return row(
        key,
        SettingType.rangeIn(ends),
        byDefault,
        (filled, range) -> obeyed.set(filled, range.least(), range.most()));
  }

  interface RangeSetter<B> {
    void set(B builder, long first, long last);
  }

  <T> SettingTable<B> row(Setting<T> setting, BiConsumer<B, T> obeyed) {
    settings.add(setting);
    appliers.add(
        (values, filled) -> values.find(setting).ifPresent(value -> obeyed.accept(filled, value)));
    return this;
  }

  /** Adds settings that the builder does not have. */
  SettingTable<B> unapplied(List<? extends Setting<?>> others) {
    settings.addAll(others);
    return this;
  }

  List<Setting<?>> settings() {
    return settings;
  }

  /** Applies the present values to a builder, in the order of the rows. */
  void apply(SettingValues values, B filled) {
    appliers.forEach(applier -> applier.accept(values, filled));
  }

  /** Returns the settings that a builder with the present values makes. */
  Settings<?> filled(SettingValues values) {
    return Settings.of(builder, filled -> apply(values, filled));
  }
}
