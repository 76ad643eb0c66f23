package io.mintmark.spring.boot;

import io.mintmark.config.Config;
import io.mintmark.config.Configured;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.config.Section;
import io.mintmark.config.Setting;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.Origin;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;

/**
 * Reads the generators of {@code mintmark.generators} and of the file that {@code mintmark.config}
 * names. Every fault names the property and the place where it was set.
 */
final class ConfiguredGenerators {

  private static final String PREFIX = "mintmark.";
  private static final String GENERATORS = "generators";
  private static final String FILE = "mintmark.config";

  private static final Bindable<Map<String, Map<String, String>>> TEXTS =
      Bindable.of(ResolvableType.forClassWithGenerics(
          Map.class,
          ResolvableType.forClass(String.class),
          ResolvableType.forClassWithGenerics(Map.class, String.class, String.class)));

  private final Map<ConfigurationPropertyName, Origin> origins = new HashMap<>();

  /** Maps a setting's key in Mintmark's spelling to its spelling in the property. */
  private final Map<String, String> written = new HashMap<>();

  private ConfiguredGenerators() {}

  /**
   * Reads all generators.
   *
   * @throws ConfigurationException with every fault in their settings
   */
  static Config read(Environment environment) {
    List<String> faults = YamlSettings.faults(environment);
    if (faults.isEmpty()) {
      return read(Binder.get(environment));
    }
    try {
      Config unused = read(Binder.get(environment));
    } catch (ConfigurationException e) {
      faults.addAll(e.faults());
    }
    throw new ConfigurationException("configuration", faults);
  }

  private static Config read(Binder binder) {
    Config properties = new ConfiguredGenerators().ofProperties(binder);
    return binder
        .bind(FILE, Path.class)
        .map(file -> join(Config.load(file), properties))
        .orElse(properties);
  }

  private static Config join(Config file, Config properties) {
    Map<String, Configured> all = new LinkedHashMap<>(file.generators());
    List<String> faults = new ArrayList<>();
    properties.generators().forEach((name, configured) -> {
      Configured before = all.putIfAbsent(name, configured);
      if (before != null) {
        faults.add(Message.of(
            "{}: the generator is in the file too: name={}, {}={}",
            configured.place(),
            name,
            FILE,
            before.place()));
      }
    });
    if (!faults.isEmpty()) {
      throw new ConfigurationException("configuration", faults);
    }
    return new Config(file.store(), all, List.of(), 0, Section.NONE);
  }

  private Config ofProperties(Binder binder) {
    Map<String, String> flat = new LinkedHashMap<>();
    binder
        .bind(PREFIX + GENERATORS, TEXTS, new OriginsNoted())
        .orElse(Map.of())
        .forEach((name, texts) -> texts.forEach((key, text) -> {
          String generator = GENERATORS + "." + name + ".";
          String setting = generator + setting(texts.get("type"), key);
          flat.put(setting, text);
          written.put(setting, generator + key);
        }));
    return Config.of(flat, this::place);
  }

  /**
   * Returns a setting's key in Mintmark's spelling. Properties may use any of Spring's spellings,
   * for example {@code clockTolerance} for {@code clock-tolerance}.
   */
  private static String setting(@Nullable String type, String key) {
    return GeneratorSettings.table(Objects.requireNonNullElse(type, "")).stream()
        .map(Setting::key)
        .filter(setting -> uniform(setting).equals(uniform(key)))
        .findFirst()
        .orElse(key);
  }

  private static String uniform(String key) {
    return key.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
  }

  private String place(String key) {
    String property = PREFIX + written.getOrDefault(key, key);
    return Optional.ofNullable(origins.get(ConfigurationPropertyName.adapt(property, '.')))
        .map(origin -> property + " (" + origin + ")")
        .orElse(property);
  }

  /** Records where each property was set. */
  private final class OriginsNoted implements BindHandler {

    @Override
    public Object onSuccess(
        ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
      if (result instanceof String) {
        Optional.ofNullable(Origin.from(context.getConfigurationProperty()))
            .ifPresent(origin -> origins.put(name, origin));
      }
      return result;
    }
  }
}
