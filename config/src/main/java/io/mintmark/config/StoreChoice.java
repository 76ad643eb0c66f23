package io.mintmark.config;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import java.nio.file.Path;
import java.util.Optional;

/** Which store is opened, from what the command line and the configuration say. */
public final class StoreChoice {

  private static final String EMBEDDED = "file:";

  private StoreChoice() {}

  /**
   * Says which store to open: the URL given, else the file's, else the embedded store in this
   * user's data directory. A directory given is where an embedded store lies; with any other store
   * it says nothing of which.
   *
   * @param config the configuration
   * @param url a store's URL from the command line
   * @param dataDirectory a directory from the command line
   * @return its URL
   * @throws ConfigurationException if both say where an embedded store lies
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
