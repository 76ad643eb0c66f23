package io.mintmark.store;

import io.mintmark.error.ConfigurationException;
import java.util.List;

/**
 * The settings of an engine that bear on keeping acknowledged writes.
 *
 * @param settings the settings, in the order to show them
 */
public record Durability(List<Setting> settings) {

  /** Of a store that has nothing to read. */
  public static final Durability NOTHING_READ = new Durability(List.of());

  /**
   * One setting.
   *
   * @param name as the engine calls it
   * @param value as the engine gives it
   * @param risk what could be lost by it, in a few words, for example {@code the last second of
   *     claims in a power cut}; empty if nothing
   */
  public record Setting(String name, String value, String risk) {

    /**
     * Makes a setting by which nothing is lost.
     *
     * @param name as the engine calls it
     * @param value as the engine gives it
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
   * Tells whether a setting puts acknowledged claims at risk.
   *
   * @return whether one has a risk
   */
  public boolean isRisky() {
    return settings.stream().anyMatch(setting -> !setting.risk().isEmpty());
  }

  /**
   * Describes in one line what could be lost.
   *
   * @return for example {@code synchronous_commit=off: the last claims in a crash}, several with
   *     semicolons between them; empty if nothing
   */
  public String risks() {
    return String.join(
        "; ",
        settings.stream()
            .filter(setting -> !setting.risk().isEmpty())
            .map(setting -> setting.name() + "=" + setting.value() + ": " + setting.risk())
            .toList());
  }

  /**
   * Warns in one line of what could be lost, or refuses it.
   *
   * @param store the store's URL without its secrets, for the message
   * @param strict whether to refuse
   * @throws ConfigurationException if there is a risk and it is to be refused
   */
  public void admit(String store, boolean strict) {
    if (!isRisky()) {
      return;
    }
    if (strict) {
      throw new ConfigurationException(
          "store " + store,
          "strict=true, and the engine may lose what it" + " acknowledges: " + risks());
    }
    System.getLogger("io.mintmark.store")
        .log(
            System.Logger.Level.WARNING,
            "the engine may lose claims that it acknowledged: {0}; store={1}",
            risks(),
            store);
  }
}
