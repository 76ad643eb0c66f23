package io.mintmark.store.engine;

import io.mintmark.store.Durability;
import io.mintmark.store.Durability.Setting;
import java.util.ArrayList;
import java.util.List;

/** Collects what an engine's settings say about keeping what it acknowledged. */
public final class SettingList {

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
