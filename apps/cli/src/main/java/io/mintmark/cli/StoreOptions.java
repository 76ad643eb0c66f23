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

/** Which generators, and on which store. */
final class StoreOptions {

  /** Other than arguments, it is seen by this process's user alone. */
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

  /** The configuration's file, if there is one. */
  Optional<Path> file() {
    return Optional.ofNullable(config);
  }

  /** The configuration's file, or what holds without one; on the environment's store. */
  Config config(Map<String, String> environment) {
    Config read = config == null ? Config.standard() : Config.load(config);
    String url = environment.get(STORE);
    if (store != null || url == null) {
      return read;
    }
    if (url.isBlank()) {
      // Ids made on a default instead would be made again when the URL is there.
      throw new ConfigurationException(
          "store", "a store has a URL: " + STORE + " is empty; unset it, or name a store");
    }
    return read.on(url);
  }

  /** What names a store here, for a message; empty if nothing does. */
  String named() {
    return String.join(
        ", ",
        Stream.of(store().map(url -> "--store"), data().map(path -> "--data=" + path))
            .flatMap(Optional::stream)
            .toList());
  }

  /** The store's URL: the one given here, else what is configured. */
  String url(Config generators) {
    return StoreChoice.url(generators, store(), data());
  }

  /** The store's URL as it is given here. */
  Optional<String> store() {
    return Optional.ofNullable(store);
  }

  /** The directory that is given here. */
  Optional<Path> data() {
    return Optional.ofNullable(data);
  }
}
