package io.mintmark.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The values of settings, each under its {@link Setting}, a row of a table. Not thread-safe. */
public final class SettingValues {

  private final Map<Setting<?>, Object> values = new HashMap<>();

  SettingValues() {}

  /**
   * Reads all rows of a table.
   *
   * @param table the known settings
   * @param reader gathers the faults
   * @return the values of the present and valid settings
   */
  public static SettingValues read(List<Setting<?>> table, SettingReader reader) {
    SettingValues read = new SettingValues();
    table.forEach(
        setting -> reader.read(setting).ifPresent(value -> read.values.put(setting, value)));
    return read;
  }

  /**
   * Returns a value that was set.
   *
   * @param <T> the type of the value
   * @param setting a row
   * @return its value; empty if it was not set
   */
  @SuppressWarnings("unchecked") // read keeps a row's type
  public <T> Optional<T> find(Setting<T> setting) {
    return Optional.ofNullable((T) values.get(setting));
  }

  /**
   * Returns a value or its default.
   *
   * @param <T> the type of the value
   * @param setting a row that has a default
   * @return its value, or the default
   */
  public <T> T get(Setting<T> setting) {
    return find(setting).orElseGet(() -> setting.type().parse(setting.byDefault()));
  }
}
