package io.mintmark.server.net;

import java.util.Locale;

/** The outcomes of a request that are counted. */
public enum RequestOutcome {
  /** It was done. */
  OK,
  /** It was refused for what it is, or for its caller. */
  REFUSED,
  /** It could not be done: by the server, its store, or for want of memory. */
  FAILED;

  /** What metrics call it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
