package io.mintmark.store.file;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.disk.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks that a store's paths still lead to the files that this process has open. If somebody
 * removed the directory, or put a copy in its place, another process would find no lock there and
 * begin from the copy or from nothing, while this one went on writing to files that nobody finds
 * again.
 *
 * <p>A commit is answered only if the files are in place after it. A process that comes later
 * finds the lock; who came before has put another lock there, and that is seen here. Looking takes
 * some microseconds a file, a commit a hundred.
 */
final class FilesInPlace {

  private final Path directory;
  private final Map<Path, Object> identities = new LinkedHashMap<>();

  private FilesInPlace(Path directory) {
    this.directory = directory;
  }

  /** Notes the files of an open store. */
  static FilesInPlace of(Path directory) {
    FilesInPlace files = new FilesInPlace(directory);
    for (String name : List.of(DirectoryLock.NAME, LineFile.NAME, LineFile.NAME + "-wal")) {
      Path file = directory.resolve(name);
      try {
        files.identities.put(file, PrivateFiles.identity(file));
      } catch (IOException e) {
        throw LineFile.unusable(file, e);
      }
    }
    return files;
  }

  /** Tells whether all of them are there. */
  boolean isSo() {
    return identities.entrySet().stream()
        .allMatch(entry -> isInPlace(entry.getKey(), entry.getValue()));
  }

  /**
   * Refuses to go on if they are not.
   *
   * @throws StoreUnavailableException if a file is gone or is another
   */
  void check() {
    for (Map.Entry<Path, Object> entry : identities.entrySet()) {
      if (!isInPlace(entry.getKey(), entry.getValue())) {
        throw new StoreUnavailableException(Message.of(
            "the store's file is gone or is another: file={}; nothing that was written since"
                + " counts. Stop this process, bring back its directory as it was, and start"
                + " again: directory={}",
            entry.getKey(),
            directory));
      }
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
