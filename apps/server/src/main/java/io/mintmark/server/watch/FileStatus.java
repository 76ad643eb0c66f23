package io.mintmark.server.watch;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How files that are read again when they change do.
 *
 * @param what what they are for
 * @param files where they are
 * @param readAt when what is in force was read
 * @param fault why they could not be taken over since; empty if they were
 */
public record FileStatus(String what, List<Path> files, Instant readAt, Optional<String> fault) {

  /** Tells whether the files have changed and could not be taken over. */
  public boolean isStale() {
    return fault.isPresent();
  }
}
