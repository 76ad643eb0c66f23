package io.mintmark.store.engine;

import io.mintmark.store.Durability;
import io.mintmark.store.Durability.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what an engine's settings say about keeping what it acknowledged. */
public final class SettingList {

  /** The value of a setting that the engine does not tell. */
  public static final String UNKNOWN = "unknown";

  private final List<Setting> settings = new ArrayList<>();

  /** Has none yet. */
  public SettingList() {}

  /**
   * Adds a setting by which nothing is lost.
   *
   * @param name as the engine calls it
   * @param value as the engine gives it
   * @return this
   */
  public SettingList add(String name, String value) {
    settings.add(Setting.good(name, value));
    return this;
  }

  /**
   * Adds a setting that is judged.
   *
   * @param name as the engine calls it
   * @param value as the engine gives it
   * @param good whether nothing is lost by it
   * @param risk what else could be lost, in a few words, for example {@code the last claims, in a
   *     crash}
   * @return this
   */
  public SettingList add(String name, String value, boolean good, String risk) {
    settings.add(new Setting(name, value, good ? "" : risk));
    return this;
  }

  /**
   * Adds a setting that has one good value.
   *
   * @param name as the engine calls it
   * @param value as the engine gives it
   * @param good the value by which nothing is lost
   * @param risk what else could be lost
   * @return this
   */
  public SettingList add(String name, String value, String good, String risk) {
    return add(name, value, value.equals(good), risk);
  }

  /**
   * Adds settings as they were read, each judged by its row.
   *
   * @param rows what is looked at
   * @param found the engine's values by name; one that is missing is {@value #UNKNOWN}
   * @return this
   */
  public SettingList addAll(List<SettingRow> rows, Map<String, String> found) {
    for (SettingRow row : rows) {
      String value = found.getOrDefault(row.name(), UNKNOWN);
      add(row.name(), value, row.good().test(value), row.risk().apply(value));
    }
    return this;
  }

  /**
   * Puts together what several servers of one engine say. A setting names its servers only where
   * they differ.
   *
   * @param byServer the settings of each server, by its name
   * @return one list of all
   */
  public static Durability together(Map<String, List<Setting>> byServer) {
    Map<String, Map<Setting, List<String>>> servers = new LinkedHashMap<>();
    byServer.forEach((server, settings) -> settings.forEach(setting -> servers
        .computeIfAbsent(setting.name(), name -> new LinkedHashMap<>())
        .computeIfAbsent(setting, same -> new ArrayList<>())
        .add(server)));
    List<Setting> all = new ArrayList<>();
    servers.forEach((name, values) -> values.forEach((setting, at) -> all.add(
        at.size() == byServer.size()
            ? setting
            : new Setting(name + "@" + String.join(",", at), setting.value(), setting.risk()))));
    return new Durability(all);
  }

  /**
   * Returns what was added.
   *
   * @return the settings in their order
   */
  public List<Setting> settings() {
    return settings;
  }

  /**
   * Returns what was added, as an adapter gives it to its store.
   *
   * @return what the engine's settings say
   */
  public Durability durability() {
    return new Durability(settings);
  }
}
