package io.mintmark.config;

import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.text.Arguments;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A generator as configured.
 *
 * @param settings the generator's settings
 * @param ignored Redis commands, in upper case, to which the server replies as Redis would, without
 *     an effect
 * @param place where the generator is configured, for messages
 */
public record Configured(GeneratorSettings settings, Set<String> ignored, String place) {

  /** The Redis commands that can be ignored. Their reply is known without executing them. */
  public static final Set<String> CAN_BE_IGNORED =
      Set.of("DEL", "EXPIRE", "GETSET", "PEXPIRE", "SET", "UNLINK");

  /** The value of {@link #place} for generators that no file names. */
  static final String BUILT_IN = "the built-in configuration";

  /**
   * A setting of a generator, or of all auto-created names. The server applies this setting, and
   * the generator itself ignores it.
   */
  static final Setting<Set<String>> IGNORE =
      new Setting<>("ignore", SettingType.of("commands", Configured::ignored), "");

  /**
   * Reads generators.
   *
   * @param sections their settings by name
   * @param faults receives every fault of a name or its settings
   * @return the generators without a fault of their settings
   */
  static Map<String, Configured> readAll(Map<String, Section> sections, List<String> faults) {
    Map<String, Configured> all = new LinkedHashMap<>();
    sections.forEach((name, section) -> {
      String where = section.place().apply("");
      SpecLine.nameFault(name).ifPresent(fault -> faults.add(where + ": " + fault));
      SettingReader reader = new SettingReader(section.settings(), section.place());
      Set<String> ignored = reader.read(IGNORE).orElse(Set.of());
      try {
        all.put(name, new Configured(GeneratorSettings.of(reader), ignored, where));
      } catch (ConfigurationException e) {
        faults.addAll(e.faults());
      }
    });
    return all;
  }

  /**
   * Returns whether this generator exists without a configuration file.
   *
   * @return whether it is built in
   */
  public boolean isBuiltIn() {
    return place.equals(BUILT_IN);
  }

  private static Set<String> ignored(String text) {
    Set<String> commands = new TreeSet<>();
    SettingType.WORDS.parse(text).forEach(word -> commands.add(word.toUpperCase(Locale.ROOT)));
    Arguments.check(
        CAN_BE_IGNORED.containsAll(commands),
        "the commands that can be ignored are {}",
        new TreeSet<>(CAN_BE_IGNORED));
    return commands;
  }
}
