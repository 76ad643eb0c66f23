package io.mintmark.spring.boot;

import io.mintmark.config.PlainYaml;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.Environment;
import org.springframework.core.io.Resource;

/**
 * Finds those properties of Mintmark in YAML files that Spring reads differently from
 * {@code mintmark serve}. Spring converts numbers and flags, and does not keep their texts. But it
 * keeps the file and the position of each value. So this class reads the files again and checks the
 * texts.
 */
final class YamlSettings {

  private static final List<ConfigurationPropertyName> PREFIXES = List.of(
      ConfigurationPropertyName.of("mintmark"),
      ConfigurationPropertyName.of("spring.jpa.properties.hibernate.mintmark"));

  private YamlSettings() {}

  /**
   * Checks each property that is in effect.
   *
   * @return a fault for each ambiguous property, with its name, file and position
   */
  static List<String> faults(Environment environment) {
    Map<Resource, WrittenYaml> files = new HashMap<>();
    List<String> faults = new ArrayList<>();
    effective(environment).forEach((name, property) -> {
      TextResourceOrigin origin = textOrigin(property.getOrigin());
      if (origin == null || !isYaml(origin.getResource())) {
        return;
      }
      files
          .computeIfAbsent(origin.getResource(), WrittenYaml::read)
          .ambiguous(origin.getLocation())
          .ifPresent(text ->
              faults.add(name + " (" + origin + "): " + PlainYaml.FAULT + ": written=" + text));
    });
    return faults;
  }

  private static Map<ConfigurationPropertyName, ConfigurationProperty> effective(
      Environment environment) {
    Map<ConfigurationPropertyName, ConfigurationProperty> effective = new LinkedHashMap<>();
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      if (source instanceof IterableConfigurationPropertySource names) {
        names.stream()
            .filter(name -> PREFIXES.stream().anyMatch(prefix -> prefix.isAncestorOf(name)))
            .forEach(name -> effective.computeIfAbsent(name, names::getConfigurationProperty));
      }
    }
    return effective;
  }

  private static @Nullable TextResourceOrigin textOrigin(@Nullable Origin origin) {
    Origin inner = origin instanceof PropertySourceOrigin wrapped && wrapped.getOrigin() != null
        ? wrapped.getOrigin()
        : origin;
    return inner instanceof TextResourceOrigin text ? text : null;
  }

  private static boolean isYaml(@Nullable Resource resource) {
    String name = resource == null ? null : resource.getFilename();
    return name != null && (name.endsWith(".yaml") || name.endsWith(".yml"));
  }
}
