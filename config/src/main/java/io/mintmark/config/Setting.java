package io.mintmark.config;

/**
 * One setting: a row of a table. This row determines the setting's form in the YAML file, the
 * command line's option and its help, the first columns of the documentation's tables, and the
 * messages about faults.
 *
 * @param <T> the type of the parsed value
 * @param key its hyphenated key; a nested key follows the outer key and a dot
 * @param type parses its text
 * @param byDefault the text of the default value; empty if there is none
 * @param doc the setting's effect, in one sentence, for the command line's help; empty if only the
 *     page of settings describes it
 */
public record Setting<T>(String key, SettingType<T> type, String byDefault, String doc) {

  /**
   * Makes a row whose effect only the page of settings describes.
   *
   * @param key its key
   * @param type the type of its value
   * @param byDefault the default as text; empty if there is none
   */
  public Setting(String key, SettingType<T> type, String byDefault) {
    this(key, type, byDefault, "");
  }
}
