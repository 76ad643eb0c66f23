package io.mintmark.store.file;

import static io.mintmark.store.engine.Failures.unavailable;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.file.internal.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks that a store's paths still lead to the files that this process has open. Suppose that a
 * person removed the directory, or replaced it by a copy. Another process would then find no lock
 * there, and start from the copy or from nothing. This process would go on writing to files that no
 * path leads to.
 *
 * <p>Therefore a commit is answered only if the files are in place after it. A process that opens
 * the store after this check finds the lock. A process that opened it before the check has put
 * another lock file there, which this check detects. The check takes some microseconds per file,
 * and a commit takes about a hundred.
 */
final class FilesInPlace {

  private final Path directory;
  private final Map<Path, Object> identities = new LinkedHashMap<>();

  /** Records the identities of an open store's files. */
  FilesInPlace(Path directory) {
    this.directory = directory;
    for (String name : List.of(DirectoryLock.NAME, LineFile.NAME, LineFile.NAME + "-wal")) {
      Path file = directory.resolve(name);
      try {
        identities.put(file, PrivateFiles.identity(file));
      } catch (IOException e) {
        throw LineFile.unusable(file, e);
      }
    }
  }

  /** Returns a file that is gone or was replaced; empty if all files are in place. */
  Optional<Path> missing() {
    for (Map.Entry<Path, Object> entry : identities.entrySet()) {
      if (!isInPlace(entry.getKey(), entry.getValue())) {
        return Optional.of(entry.getKey());
      }
    }
    return Optional.empty();
  }

  /**
   * Refuses to continue unless all files are in place.
   *
   * @throws StoreUnavailableException if a file is gone or was replaced
   */
  void check() {
    Optional<Path> missing = missing();
    if (missing.isPresent()) {
      throw unavailable(
          "the store's file is gone or was replaced: file={}; nothing written since then counts."
              + " Stop this process, restore its directory, and start again: directory={}",
          missing.get(),
          directory);
    }
  }

  private static boolean isInPlace(Path file, Object identity) {
    try {
      return PrivateFiles.identity(file).equals(identity);
    } catch (IOException e) {
      return false;
    }
  }
}
