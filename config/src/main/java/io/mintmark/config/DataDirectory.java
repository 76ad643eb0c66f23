package io.mintmark.config;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The default directory of the embedded store. */
public final class DataDirectory {

  private DataDirectory() {}

  /**
   * Returns this user's directory: {@code mintmark} in the directory that the XDG specification
   * defines for a user's data, usually {@code ~/.local/share}.
   *
   * @return an absolute path
   * @throws ConfigurationException if neither the environment nor the system names the user's home
   *     directory
   */
  public static Path ofUser() {
    return of(System.getenv(), System.getProperty("user.home"));
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
  static Path of(Map<String, String> environment, String userHome) {
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
