package io.mintmark.server;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where the embedded store lies if nobody says otherwise. */
final class DataDirectory {

  private DataDirectory() {}

  /** This user's own, absolute: {@code mintmark} in the desktop's directory for users' data. */
  static Path ofUser() {
    return of(System.getenv(), Path.of(System.getProperty("user.home")));
  }

  static Path of(Map<String, String> environment, Path home) {
    return Optional.ofNullable(environment.get("XDG_DATA_HOME"))
        .map(Path::of)
        .filter(Path::isAbsolute) // The specification has relative ones ignored.
        .orElse(home.resolve(".local/share"))
        .resolve("mintmark")
        .toAbsolutePath();
  }
}
