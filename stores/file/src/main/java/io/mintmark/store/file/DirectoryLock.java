package io.mintmark.store.file;

import io.mintmark.error.Message;
import io.mintmark.error.StoreInUseException;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.store.engine.Attempt;
import io.mintmark.store.file.internal.LockedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Gives a directory to one process at a time, through a locked file. The file's first line names
 * the owner. {@link LockedFile} explains how the lock is kept.
 */
record DirectoryLock(Path directory, LockedFile file) {

  static final String NAME = "mintmark.lock";

  private static final int MAX_URL_LENGTH = 1_000;

  /** Locks a directory, given as its real path. If it is locked, the error names the owner. */
  static DirectoryLock acquire(Path directory, ElapsedClock clock) {
    try {
      LockedFile file = LockedFile.lock(
          directory.resolve(NAME), content(""), clock, holder -> inUse(directory, holder));
      return Attempt.orClose(file, () -> {
        file.describe(content(""));
        return new DirectoryLock(directory, file);
      });
    } catch (IOException e) {
      throw LineFile.unusable(directory.resolve(NAME), e);
    }
  }

  /** Returns the owner of a directory, given as its real path. */
  static Optional<Owner> owner(Path directory) {
    try {
      return LockedFile.holder(directory.resolve(NAME)).map(holder -> parse(holder.text()));
    } catch (IOException e) {
      throw LineFile.unusable(directory.resolve(NAME), e);
    }
  }

  /** Writes the URL of this process's server into the lock file, after the process id. */
  void publish(String url) {
    if (url.length() > MAX_URL_LENGTH || !url.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new IllegalArgumentException(Message.of(
          "the owner's URL is not up to {} printable ASCII characters without spaces: url={}",
          MAX_URL_LENGTH,
          url));
    }
    try {
      file.describe(content(url));
    } catch (IOException e) {
      throw LineFile.unusable(directory.resolve(NAME), e);
    }
  }

  /** Unlocks the directory. */
  void release() {
    try {
      file.close();
    } catch (IOException e) {
      // The operating system closes a descriptor even if the call reports a fault.
    }
  }

  private static String content(String url) {
    return ProcessHandle.current().pid() + " " + url + "\n";
  }

  private static Owner parse(String content) {
    int lineEnd = content.indexOf('\n');
    int space = content.indexOf(' ');
    if (space < 0 || lineEnd < space) {
      return new Owner(Owner.UNKNOWN_PID, Optional.empty());
    }
    String url = content.substring(space + 1, lineEnd);
    return new Owner(
        Long.parseLong(content.substring(0, space)),
        url.isEmpty() ? Optional.empty() : Optional.of(url));
  }

  private static StoreInUseException inUse(Path directory, LockedFile.Holder holder) {
    Owner owner = parse(holder.text());
    return new StoreInUseException(
        holder.isThisProcess()
            ? "this process has the store open already: "
                + owner.describe() + ", directory=" + directory
                + "; use that Mintmark everywhere in the process, or close it first"
            : "another process has the store open: "
                + owner.describe() + ", directory=" + directory
                + "; close that process, or go through its server",
        holder.isThisProcess());
  }
}
