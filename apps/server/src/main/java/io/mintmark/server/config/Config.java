package io.mintmark.server.config;

import io.mintmark.ConfigurationException;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.inspect.Inspector;
import io.mintmark.inspect.KnownKey;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.store.file.FileStoreProvider;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which store, which generators.
 *
 * @param store the store's URL, if the file has one
 * @param generators by their names, in the file's order
 * @param autoCreate which further names become sequences when asked for; the first that matches
 * @param maxAutoCreated how many such names one process makes
 */
public record Config(
    Optional<String> store,
    Map<String, Configured> generators,
    List<AutoCreate> autoCreate,
    int maxAutoCreated) {

  /** How many names become sequences by being asked for, unless the file says otherwise. */
  public static final int DEFAULT_MAX_AUTO_CREATED = 10_000;

  private static final String MEMORY = "memory:";

  /** Keeps unmodifiable copies. */
  public Config {
    generators = Collections.unmodifiableMap(new LinkedHashMap<>(generators));
    autoCreate = List.copyOf(autoCreate);
  }

  /**
   * What holds without a file, and with one that names no generators: {@code objectid}, {@code
   * uuid}, {@code snowflake}, and a sequence for any other name.
   */
  public static Config standard() {
    Map<String, Configured> generators = new LinkedHashMap<>();
    for (String type : List.of("objectid", "uuid", "snowflake")) {
      generators.put(type, standard(type));
    }
    AutoCreate any = new AutoCreate("*", standard("sequence"));
    return new Config(Optional.empty(), generators, List.of(any), DEFAULT_MAX_AUTO_CREATED);
  }

  private static Configured standard(String type) {
    GeneratorSettings settings = GeneratorSettings.of(Map.of("type", type), key -> key);
    return new Configured(settings, Set.of(), "the built-in configuration");
  }

  /** What knows every configured layout and key, and the presets. */
  public Inspector inspector(InstantSource clock) {
    Map<String, SnowflakeLayout> layouts = new LinkedHashMap<>();
    Map<String, KnownKey> keys = new LinkedHashMap<>();
    generators.forEach((name, configured) -> {
      configured.settings().snowflakeLayout().ifPresent(layout -> layouts.put(name, layout));
      configured.settings().knownKey().ifPresent(key -> keys.put(name, key));
    });
    return Inspector.of(clock, layouts, keys);
  }

  /**
   * Reads a YAML file.
   *
   * @throws ConfigurationException if it cannot be read or anything in it is wrong; every fault
   *     says file, line and key
   */
  public static Config load(Path file) {
    return ConfigFile.read(file);
  }

  /**
   * Says which store to open: the URL given, else the file's, else the embedded store in this
   * user's data directory. A directory given is where an embedded store lies; with any other store
   * it says nothing of which.
   *
   * @param url a store's URL from the command line
   * @param dataDirectory a directory from the command line
   * @throws ConfigurationException if both say where an embedded store lies
   */
  public String storeUrl(Optional<String> url, Optional<Path> dataDirectory) {
    if (url.filter(Config::isEmbedded).isPresent() && dataDirectory.isPresent()) {
      throw new ConfigurationException(
          "store",
          "an embedded store lies in one directory: store="
              + url.get()
              + ", data="
              + dataDirectory.get());
    }
    return url.or(() -> store.filter(given -> !isEmbedded(given)))
        .or(() -> dataDirectory.map(Config::fileUrl))
        .or(this::store)
        .orElseGet(() -> fileUrl(DataDirectory.ofUser()));
  }

  private static boolean isEmbedded(String url) {
    return new FileStoreProvider().accepts(url);
  }

  /**
   * Says where a server keeps what it remembers of its store: with an embedded store, else in the
   * directory given, else in this user's; nowhere if the store forgets everything itself.
   *
   * @param storeUrl which store was chosen
   * @param dataDirectory a directory from the command line
   */
  public static Optional<Path> stateDirectory(String storeUrl, Optional<Path> dataDirectory) {
    if (storeUrl.equals(MEMORY)) {
      return Optional.empty();
    }
    return Optional.of(
        isEmbedded(storeUrl)
            ? FileStoreProvider.directory(storeUrl)
            : dataDirectory.orElseGet(DataDirectory::ofUser));
  }

  private static String fileUrl(Path directory) {
    return "file:" + directory.toAbsolutePath();
  }
}
