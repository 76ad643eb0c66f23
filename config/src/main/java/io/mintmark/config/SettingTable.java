package io.mintmark.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A table of settings. Each row has the code that applies the value. A new setting requires one row
 * in a table, and no other change.
 *
 * @param <B> the builder to which the settings are applied
 */
final class SettingTable<B> {

  private record Row<B, T>(Setting<T> setting, BiConsumer<B, T> obeyed) {

    Optional<Consumer<B>> read(SettingReader reader) {
      return reader.read(setting).map(value -> builder -> obeyed.accept(builder, value));
    }
  }

  private final List<Row<B, ?>> rows = new ArrayList<>();

  <T> SettingTable<B> row(
      String key, SettingType<T> type, String byDefault, String doc, BiConsumer<B, T> obeyed) {
    rows.add(new Row<>(new Setting<>(key, type, byDefault, doc), obeyed));
    return this;
  }

  List<Setting<?>> settings() {
    return rows.stream().<Setting<?>>map(Row::setting).toList();
  }

  /** Reads all rows. The result applies their values to a builder, in the order of the rows. */
  Consumer<B> read(SettingReader reader) {
    List<Consumer<B>> steps =
        rows.stream().flatMap(row -> row.read(reader).stream()).toList();
    return builder -> steps.forEach(step -> step.accept(builder));
  }
}
