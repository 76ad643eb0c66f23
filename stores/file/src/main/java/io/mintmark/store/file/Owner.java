package io.mintmark.store.file;

import java.util.Optional;

/**
 * The process that has a store's directory open.
 *
 * @param pid its process id in its own host or container, or -1 if the process has not yet written
 *     its id into the lock file
 * @param url the URL of its server, if it published one
 */
public record Owner(long pid, Optional<String> url) {

  static final long UNKNOWN_PID = -1;

  /** Returns the owner as text for a message. */
  String describe() {
    return "ownerPid=" + pid + url.map(text -> ", ownerUrl=" + text).orElse("");
  }
}
