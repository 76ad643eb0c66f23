package io.mintmark.store.file;

import java.util.Optional;

/**
 * The process that has a store's directory open.
 *
 * @param pid its process id as its own host or container counts, or -1 if it has not said yet
 * @param url where its server answers, if it published that
 */
public record Owner(long pid, Optional<String> url) {

  static final long UNKNOWN_PID = -1;

  /** Names the owner for a message. */
  String describe() {
    return "ownerPid=" + pid + url.map(text -> ", ownerUrl=" + text).orElse("");
  }
}
