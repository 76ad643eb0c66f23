package io.mintmark.cli;

import io.mintmark.config.Config;
import io.mintmark.config.StoreChoice;
import io.mintmark.error.ConfigurationException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that choose the generators and their store. */
final class StoreOptions {

  /**
   * The environment variable with the store's URL. Other users cannot see it, unlike an argument.
   */
  private static final String STORE = "MINTMARK_STORE";

  @Option(names = "--config", paramLabel = "FILE", description = "The configuration file.")
  private @Nullable Path config;

  @Option(
      names = "--store",
      paramLabel = "URL",
      description = "The store's URL, for example file:/var/lib/mintmark. Default: " + STORE
          + " of the environment, which other users do not see in the list of processes; else the"
          + " configuration's.")
  private @Nullable String store;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The embedded store's directory. Default: a directory of this user's. A server on another"
              + " store records that store in it.")
  private @Nullable Path data;

  /** Returns the configuration file, if one is named. */
  Optional<Path> file() {
    return Optional.ofNullable(config);
  }

  /**
   * Returns the configuration of the file, or the standard configuration without a file. If the
   * environment sets a store and {@code --store} is not given, the environment's store replaces the
   * configuration's.
   */
  Config config(Map<String, String> environment) {
    Config read = config == null ? Config.standard() : Config.load(config);
    String url = environment.get(STORE);
    if (store != null || url == null) {
      return read;
    }
    if (url.isBlank()) {
      // Ids made on a default store would be made again once the URL is set.
      throw new ConfigurationException(
          "store", "a store has a URL: " + STORE + " is empty; unset it, or name a store");
    }
    return read.on(url);
  }

  /** Returns the store's URL: the given URL, or else the configured URL. */
  String url(Config generators) {
    return StoreChoice.url(generators, store(), data());
  }

  /** Returns the given URL of the store, if any. */
  Optional<String> store() {
    return Optional.ofNullable(store);
  }

  /** Returns the given directory, if any. */
  Optional<Path> data() {
    return Optional.ofNullable(data);
  }
}
