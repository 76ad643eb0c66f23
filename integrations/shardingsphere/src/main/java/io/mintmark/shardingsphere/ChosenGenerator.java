package io.mintmark.shardingsphere;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.config.Configured;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.config.SettingReader;
import io.mintmark.error.Message;
import io.mintmark.generator.Generator;
import io.mintmark.internal.text.NearMiss;
import io.mintmark.key.Shards;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The generator that an algorithm's properties choose: by its name in a configuration file, or by
 * its settings.
 *
 * @param name the generator's name
 * @param shards the shard layouts by version; empty if the generator's ids have no shards
 * @param store the URL of the store in the configuration file; empty if the file names none
 * @param opening opens the generator
 */
record ChosenGenerator(
    String name,
    Map<Integer, Shards> shards,
    Optional<String> store,
    Function<Mintmark, Generator> opening) {

  private static final String CONFIG = "config";
  private static final String GENERATOR = "generator";

  static SettingReader reader(Properties properties) {
    Map<String, String> settings = new TreeMap<>();
    properties.stringPropertyNames().forEach(key -> settings.put(key, properties.getProperty(key)));
    return new SettingReader(settings, key -> key);
  }

  static boolean isConfigured(SettingReader reader) {
    return reader.has(CONFIG) || reader.has(GENERATOR);
  }

  /** Reads a required text. */
  static String need(SettingReader reader, String key, String rule) {
    if (!reader.has(key)) {
      reader.fault(key, rule);
    }
    return reader.read(key, text -> text).orElse("");
  }

  /**
   * Reads the remaining properties as the name of a generator in a configuration file.
   *
   * @throws io.mintmark.error.ConfigurationException with every fault of the properties
   */
  static ChosenGenerator ofFile(String algorithm, SettingReader reader) {
    need(reader, CONFIG, "the path of a Mintmark configuration file is missing");
    String name = need(reader, GENERATOR, "the name of a generator in that file is missing");
    Optional<Config> config = reader.read(CONFIG, path -> Config.load(Path.of(path)));
    config.ifPresent(file -> refuseUnknown(reader, name, file.generators().keySet()));
    reader.refuseUnread(algorithm);
    reader.check(algorithm);
    Config file = config.orElseThrow().only(name);
    Configured configured = file.generators().get(name);
    return new ChosenGenerator(
        name,
        configured == null ? Map.of() : configured.settings().shards(),
        file.store(),
        mint -> file.open(mint).get(name));
  }

  private static void refuseUnknown(SettingReader reader, String name, Set<String> known) {
    if (reader.has(GENERATOR) && !known.contains(name)) {
      String hint = NearMiss.hint(name, known, "it has " + String.join(", ", known));
      reader.fault(GENERATOR, "no such generator in the file; " + hint + ": generator=" + name);
    }
  }

  /**
   * Reads the remaining properties as a generator's settings.
   *
   * @throws io.mintmark.error.ConfigurationException with every fault of the properties
   */
  static ChosenGenerator ofProperties(
      String algorithm, String type, String name, SettingReader reader) {
    GeneratorSettings settings = new GeneratorSettings(type, reader);
    settings
        .routeFrom()
        .ifPresent(other -> reader.fault(
            "route-from",
            Message.of(
                "route-from names a generator that only a configuration file has: use config and"
                    + " generator: route-from={}",
                other)));
    reader.check(algorithm);
    return new ChosenGenerator(
        name, settings.shards(), Optional.empty(), mint -> settings.open(mint, name));
  }
}
