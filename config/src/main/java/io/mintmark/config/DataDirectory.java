package io.mintmark.config;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The directory of the embedded store, if no other is set. */
public final class DataDirectory {

  private DataDirectory() {}

  /**
   * Finds this user's own: {@code mintmark} in the desktop's directory for users' data.
   *
   * @return an absolute path
   * @throws ConfigurationException if the user has no home by any account
   */
  public static Path ofUser() {
    return of(System.getenv(), System.getProperty("user.home"));
  }

  /**
   * Chooses it.
   *
   * @param environment the process's variables
   * @param userHome the home that the system has for this user; {@code ?} if it knows none, as for
   *     a user id without an entry in {@code /etc/passwd}
   * @throws ConfigurationException if the user has no home by any account
   */
  static Path of(Map<String, String> environment, String userHome) {
    // The specification has relative ones ignored.
    return absolute(environment.get("XDG_DATA_HOME"))
        .or(() -> Stream.of(userHome, environment.get("HOME"))
            .flatMap(home -> absolute(home).stream())
            .findFirst()
            .map(home -> home.resolve(".local/share")))
        .map(parent -> parent.resolve("mintmark"))
        .orElseThrow(() -> new ConfigurationException(
            "store",
            Message.of(
                "this user has no home directory to keep a store in: user.home={}, HOME={}; say"
                    + " where with --data DIR or store: file:DIR",
                userHome,
                environment.getOrDefault("HOME", "unset"))));
  }

  private static Optional<Path> absolute(@Nullable String directory) {
    return Optional.ofNullable(directory).map(Path::of).filter(Path::isAbsolute);
  }
}
