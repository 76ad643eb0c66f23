package io.mintmark.internal.store;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The settings of an engine that affect whether acknowledged writes are kept.
 *
 * @param settings the settings, in the order to show them
 */
public record Durability(List<Setting> settings) {

  /** The value for a store that reports no such settings. */
  public static final Durability NOTHING_READ = new Durability(List.of());

  /**
   * One setting.
   *
   * @param name the engine's name for the setting
   * @param value the value of the setting, as the engine reports it
   * @param risk the possible loss, in a few words, for example {@code the last second of claims in
   *     a power cut}; empty if the setting puts no claim at risk
   */
  public record Setting(String name, String value, String risk) {

    /**
     * Creates a setting without a risk.
     *
     * @param name the engine's name for the setting
     * @param value the value of the setting, as the engine reports it
     * @return the setting
     */
    public static Setting good(String name, String value) {
      return new Setting(name, value, "");
    }
  }

  /**
   * Copies the list.
   *
   * @param settings the settings, in the order to show them
   */
  public Durability {
    settings = List.copyOf(settings);
  }

  /**
   * Returns whether a setting puts acknowledged claims at risk.
   *
   * @return whether at least one setting has a risk
   */
  public boolean isRisky() {
    return settings.stream().anyMatch(setting -> !setting.risk().isEmpty());
  }

  /**
   * Describes the possible losses in one line of text.
   *
   * @return for example {@code synchronous_commit=off: the last claims in a crash}. Several losses
   *     are separated by semicolons. The text is empty if nothing can be lost
   */
  public String risks() {
    return settings.stream()
        .filter(setting -> !setting.risk().isEmpty())
        .map(setting -> setting.name() + "=" + setting.value() + ": " + setting.risk())
        .collect(Collectors.joining("; "));
  }
}
