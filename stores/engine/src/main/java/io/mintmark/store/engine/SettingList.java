package io.mintmark.store.engine;

import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.Durability.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Collects the engine settings that decide whether acknowledged writes are kept. A good value of a
 * setting is a value with which the engine loses no acknowledged write.
 */
public final class SettingList {

  /** The value of a setting that the engine does not report. */
  public static final String UNKNOWN = "unknown";

  private final List<Setting> settings = new ArrayList<>();

  /** Makes an empty list. */
  public SettingList() {}

  /**
   * Adds a setting with a good value.
   *
   * @param name the engine's name of the setting
   * @param value the engine's value
   * @return this
   */
  public SettingList add(String name, String value) {
    settings.add(Setting.good(name, value));
    return this;
  }

  /**
   * Adds a setting, and records whether its value is good.
   *
   * @param name the engine's name of the setting
   * @param value the engine's value
   * @param good whether the value is good
   * @param risk the possible loss if the value is not good, in a few words, for example {@code the
   *     last claims, in a crash}
   * @return this
   */
  public SettingList add(String name, String value, boolean good, String risk) {
    settings.add(new Setting(name, value, good ? "" : risk));
    return this;
  }

  /**
   * Adds a setting that has a single good value.
   *
   * @param name the engine's name of the setting
   * @param value the engine's value
   * @param good the only good value
   * @param risk the possible loss with any other value
   * @return this
   */
  public SettingList add(String name, String value, String good, String risk) {
    return add(name, value, value.equals(good), risk);
  }

  /**
   * Adds a setting that the engine has reported by name.
   *
   * @param found the engine's values by name; a missing value is {@value #UNKNOWN}
   * @param name the engine's name of the setting
   * @param good returns whether the engine loses no acknowledged write with a value
   * @param risk the possible loss with any other value
   * @return this
   */
  public SettingList add(
      Map<String, String> found, String name, Predicate<String> good, String risk) {
    String value = found.getOrDefault(name, UNKNOWN);
    return add(name, value, good.test(value), risk);
  }

  /**
   * Combines the settings of several servers of one engine. The name of a setting contains the
   * servers' names only if its values differ between servers.
   *
   * @param byServer the settings of each server, by the server's name
   * @return one list of all settings
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
   * Returns the settings of this list.
   *
   * @return the settings in their order
   */
  public List<Setting> settings() {
    return settings;
  }

  /**
   * Returns the settings as the value that an adapter passes to its store.
   *
   * @return the engine's durability
   */
  public Durability durability() {
    return new Durability(settings);
  }
}
