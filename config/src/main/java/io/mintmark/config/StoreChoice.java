package io.mintmark.config;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Chooses the store to open, and the directory of the embedded store. */
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
        .orElseGet(() -> fileUrl(userDirectory()));
  }

  private static boolean isEmbedded(String url) {
    return url.startsWith(EMBEDDED);
  }

  private static String fileUrl(Path directory) {
    return EMBEDDED + directory.toAbsolutePath();
  }

  /**
   * Returns this user's directory: {@code mintmark} in the directory that the XDG specification
   * defines for a user's data, usually {@code ~/.local/share}.
   *
   * @return an absolute path
   * @throws ConfigurationException if neither the environment nor the system names the user's home
   *     directory
   */
  public static Path userDirectory() {
    return userDirectory(System.getenv(), System.getProperty("user.home"));
  }

  /**
   * Chooses the directory.
   *
   * @param environment the process's environment variables
   * @param userHome the system's home directory for this user; {@code ?} if it is unknown, for
   *     example because {@code /etc/passwd} has no entry for the user id
   * @throws ConfigurationException if neither the environment nor the system names the user's home
   *     directory
   */
  static Path userDirectory(Map<String, String> environment, String userHome) {
    // The XDG specification requires that relative paths are ignored.
    return absolute(environment.get("XDG_DATA_HOME"))
        .or(() -> Stream.of(userHome, environment.get("HOME"))
            .flatMap(home -> absolute(home).stream())
            .findFirst()
            .map(home -> home.resolve(".local/share")))
        .map(parent -> parent.resolve("mintmark"))
        .orElseThrow(() -> new ConfigurationException(
            "store",
            Message.of(
                "this user has no home directory to keep a store in: user.home={}, HOME={}; name"
                    + " one with --data DIR or store: file:DIR",
                userHome,
                environment.getOrDefault("HOME", "unset"))));
  }

  private static Optional<Path> absolute(@Nullable String directory) {
    return Optional.ofNullable(directory).map(Path::of).filter(Path::isAbsolute);
  }
}
