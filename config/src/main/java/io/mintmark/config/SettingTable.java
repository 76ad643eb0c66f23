package io.mintmark.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Settings, each with what obeys it. A new one is a row here, and nothing anywhere else.
 *
 * @param <B> what the settings are told to
 */
final class SettingTable<B> {

  private record Row<B, T>(Setting<T> setting, BiConsumer<B, T> obeyed) {

    Optional<Consumer<B>> read(SettingReader reader) {
      return reader.read(setting).map(value -> builder -> obeyed.accept(builder, value));
    }
  }

  private final List<Row<B, ?>> rows = new ArrayList<>();

  /** Adds a row. */
  <T> SettingTable<B> row(
      String key, SettingType<T> type, String byDefault, String doc, BiConsumer<B, T> obeyed) {
    rows.add(new Row<>(new Setting<>(key, type, byDefault, doc), obeyed));
    return this;
  }

  List<Setting<?>> settings() {
    return rows.stream().<Setting<?>>map(Row::setting).toList();
  }

  /** Reads all rows; what is returned tells them to a builder, in their order. */
  Consumer<B> read(SettingReader reader) {
    List<Consumer<B>> steps =
        rows.stream().flatMap(row -> row.read(reader).stream()).toList();
    return builder -> steps.forEach(step -> step.accept(builder));
  }
}
