package io.mintmark.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Reads a configuration from texts under keys with dots, as frameworks pass properties. */
final class FlatConfig {

  private static final String GENERATORS = "generators.";

  private FlatConfig() {}

  static Config read(Map<String, String> settings, UnaryOperator<String> place) {
    Map<String, String> top = new TreeMap<>();
    Map<String, Map<String, String>> byName = new TreeMap<>();
    settings.forEach((key, text) -> {
      int dot = key.startsWith(GENERATORS) ? key.indexOf('.', GENERATORS.length()) : -1;
      Map<String, String> texts =
          dot < 0 ? top : byName.computeIfAbsent(key.substring(0, dot), name -> new TreeMap<>());
      texts.put(key.substring(dot + 1), text);
    });
    SettingReader reader = new SettingReader(top, place);
    Optional<String> store = reader.read(ConfigFile.STORE);
    // There is never a value under this key: all keys with this prefix were given to the
    // generators. Reading this key adds it to the list of known settings in messages.
    Optional<String> unused = reader.read(GENERATORS + "NAME.SETTING", text -> text);
    reader.refuseUnread("a configuration");
    Map<String, Section> sections = new LinkedHashMap<>();
    byName.forEach((key, texts) -> sections.put(
        key.substring(GENERATORS.length()),
        new Section(texts, setting -> place.apply(setting.isEmpty() ? key : key + "." + setting))));
    Map<String, Configured> generators = Configured.readAll(sections, reader.faults());
    generators.forEach((name, each) -> {
      if (!each.ignored().isEmpty()) {
        reader.fault(
            GENERATORS + name + "." + Configured.IGNORE.key(),
            "there is no server here whose commands it could ignore");
      }
    });
    reader.check("configuration");
    return new Config(store, generators, List.of(), ConfigFile.maxAutoCreated(), Section.NONE);
  }
}
