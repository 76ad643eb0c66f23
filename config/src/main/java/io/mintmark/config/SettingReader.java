package io.mintmark.config;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.text.NearMiss;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Reads a map of settings once and collects all faults. At the end, {@link #refuseUnread} adds a
 * fault for each unknown key of the map: a key that no caller has read.
 */
public final class SettingReader {

  private final Map<String, String> settings;
  private final UnaryOperator<String> place;
  private final Set<String> known = new TreeSet<>();
  private final List<String> faults = new ArrayList<>();

  /**
   * Makes a reader.
   *
   * @param settings values by key
   * @param place returns the text with which messages name a key
   */
  public SettingReader(Map<String, String> settings, UnaryOperator<String> place) {
    this.settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    this.place = place;
  }

  /**
   * Reads one value.
   *
   * @param <T> the type of the value
   * @param key its key
   * @param parse parses its text; throws an {@link IllegalArgumentException} that states the rule
   * @return the value; empty if the key is absent or its value is wrong
   */
  public <T> Optional<T> read(String key, Function<String, T> parse) {
    return read(new Setting<>(key, SettingType.of("text", parse), ""));
  }

  /**
   * Reads the value of a setting.
   *
   * @param <T> the type of the value
   * @param setting the setting's row
   * @return the value; empty if the key is absent or its value is wrong
   */
  public <T> Optional<T> read(Setting<T> setting) {
    known.add(setting.key());
    String text = settings.get(setting.key());
    return text == null ? Optional.empty() : parse(setting.key(), text, setting.type());
  }

  /** Parses a text. If this fails, adds a fault for the key. */
  <T> Optional<T> parse(String key, String text, SettingType<T> type) {
    try {
      return Optional.of(type.parse(text));
    } catch (ConfigurationException e) {
      fault(key, String.join("; ", e.faults()));
    } catch (IllegalArgumentException | InvalidIdException e) {
      fault(key, e.getMessage() + ": " + key + "=" + type.mask().apply(text));
    }
    return Optional.empty();
  }

  /**
   * Returns whether a key is present.
   *
   * @param key any key
   * @return whether it has a value, valid or not
   */
  public boolean has(String key) {
    return settings.containsKey(key);
  }

  /** Returns all settings, sorted. */
  Map<String, String> settings() {
    return settings;
  }

  /**
   * Adds a fault.
   *
   * @param key the key of the faulty setting
   * @param message the rule and the violation
   */
  public void fault(String key, String message) {
    faults.add(place.apply(key) + ": " + message);
  }

  /**
   * Adds a fault for each key that was not read.
   *
   * @param type the owner of these settings, for the message
   */
  public void refuseUnread(String type) {
    for (String key : settings.keySet()) {
      if (!known.contains(key)) {
        String all = type + " has " + String.join(", ", known);
        fault(key, "no such setting; " + NearMiss.hint(key, known, all));
      }
    }
  }

  /**
   * Returns the faults.
   *
   * @return every fault so far; empty if there is none
   */
  public List<String> faults() {
    return faults;
  }

  /**
   * Refuses the settings if there is a fault.
   *
   * @param subject the name of the configured object, for the message
   * @throws ConfigurationException with every fault so far
   */
  public void check(String subject) {
    if (!faults.isEmpty()) {
      throw new ConfigurationException(subject, faults);
    }
  }
}
