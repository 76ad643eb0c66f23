package io.mintmark.server.net;

import java.util.Locale;

/** The outcomes by which requests are counted. */
public enum RequestOutcome {
  /** The request was done. */
  OK,
  /** The request was refused because of its content or its caller. */
  REFUSED,
  /** The request could not be done, because of the server, its store, or a lack of memory. */
  FAILED;

  /** The outcome's name in metrics. */
  public final String word = name().toLowerCase(Locale.ROOT);
}
