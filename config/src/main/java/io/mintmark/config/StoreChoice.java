package io.mintmark.config;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import java.nio.file.Path;
import java.util.Optional;

/** Chooses the store to open from the command line and the configuration. */
public final class StoreChoice {

  private static final String EMBEDDED = "file:";

  private StoreChoice() {}

  /**
   * Returns the URL of the store to open: the given URL, else the file's, else the embedded store
   * in this user's data directory. A given data directory replaces the directory of an embedded
   * store that the file names. It is ignored with any other store.
   *
   * @param config the configuration
   * @param url a store's URL from the command line
   * @param dataDirectory a directory from the command line
   * @return the store's URL
   * @throws ConfigurationException if the URL and the data directory both name a directory for an
   *     embedded store
   */
  public static String url(Config config, Optional<String> url, Optional<Path> dataDirectory) {
    if (url.filter(StoreChoice::isEmbedded).isPresent() && dataDirectory.isPresent()) {
      throw new ConfigurationException(
          "store",
          Message.of(
              "two directories are given for one embedded store: store={}, data={}",
              url.get(),
              dataDirectory.get()));
    }
    return url.or(() -> config.store().filter(given -> !isEmbedded(given)))
        .or(() -> dataDirectory.map(StoreChoice::fileUrl))
        .or(config::store)
        .orElseGet(() -> fileUrl(DataDirectory.ofUser()));
  }

  private static boolean isEmbedded(String url) {
    return url.startsWith(EMBEDDED);
  }

  private static String fileUrl(Path directory) {
    return EMBEDDED + directory.toAbsolutePath();
  }
}
