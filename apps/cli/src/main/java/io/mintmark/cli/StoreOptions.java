package io.mintmark.cli;

import io.mintmark.config.Config;
import io.mintmark.config.StoreChoice;
import io.mintmark.error.ConfigurationException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that choose the generators and their store. */
final class StoreOptions {

  /** Unlike arguments, only this process's user can see it. */
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
          "The embedded store's directory. Default: one of this user's. A server on another store"
              + " remembers in it which store that is.")
  private @Nullable Path data;

  /** The configuration file, if one is named. */
  Optional<Path> file() {
    return Optional.ofNullable(config);
  }

  /**
   * The configuration of the file, or the standard one without a file. If the environment sets a
   * store and {@code --store} is not given, the environment's store replaces the configuration's.
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

  /** The options that name a store, for a message; empty if there are none. */
  String named() {
    return String.join(
        ", ",
        Stream.of(store().map(url -> "--store"), data().map(path -> "--data=" + path))
            .flatMap(Optional::stream)
            .toList());
  }

  /** The store's URL: the given one, else the configured one. */
  String url(Config generators) {
    return StoreChoice.url(generators, store(), data());
  }

  /** The given URL of the store. */
  Optional<String> store() {
    return Optional.ofNullable(store);
  }

  /** The given directory. */
  Optional<Path> data() {
    return Optional.ofNullable(data);
  }
}
