package io.mintmark.config;

import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.SpecLine;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

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
  static final Setting<Set<String>> IGNORE = new Setting<>(
      "ignore",
      SettingType.of("commands", Configured::ignored),
      "",
      "Redis commands that the server answers as Redis would, and that change nothing.");

  /**
   * Keeps an unmodifiable copy.
   *
   * @param settings the generator's settings
   * @param ignored Redis commands, in upper case, to which the server replies without an effect
   * @param place where the generator is configured
   */
  public Configured {
    ignored = Set.copyOf(ignored);
  }

  /**
   * Reads all settings under a generator's name.
   *
   * @param texts values by hyphenated key; nested keys contain dots
   * @param where where the generator is configured, for messages
   * @param place returns the text with which messages name a key
   * @return the checked settings
   * @throws ConfigurationException if a key is unknown or missing or a value is wrong; the message
   *     has every fault
   */
  public static Configured read(
      Map<String, String> texts, String where, UnaryOperator<String> place) {
    SettingReader reader = new SettingReader(texts, place);
    Set<String> ignored = reader.read(IGNORE).orElse(Set.of());
    return new Configured(GeneratorSettings.of(reader), ignored, where);
  }

  /**
   * Returns whether this generator exists without a configuration file.
   *
   * @return whether it is built in
   */
  public boolean isBuiltIn() {
    return place.equals(BUILT_IN);
  }

  /**
   * Checks a generator's name. The longest name of a line that is made from it must be valid too.
   *
   * @param name any text
   * @return why no generator can have the name; empty for a valid name
   */
  public static Optional<String> nameFault(String name) {
    try {
      String unused = LineName.check(name);
      String unusedLongest = LineName.check(SpecLine.of(SpecLine.WORKERS + name));
    } catch (IllegalArgumentException e) {
      return Optional.of("the generator's name is not a valid line name: " + e.getMessage());
    }
    return SpecLine.isReserved(name)
        ? Optional.of("names that start like this are reserved for Mintmark's own lines")
        : Optional.empty();
  }

  private static Set<String> ignored(String text) {
    Set<String> commands = new TreeSet<>();
    SettingType.WORDS.parse(text).forEach(word -> commands.add(word.toUpperCase(Locale.ROOT)));
    if (!CAN_BE_IGNORED.containsAll(commands)) {
      throw new IllegalArgumentException(
          "the commands that can be ignored are " + new TreeSet<>(CAN_BE_IGNORED));
    }
    return commands;
  }
}
