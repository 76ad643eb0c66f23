package io.mintmark.server.net;

import java.time.Duration;
import java.util.Map;

/**
 * The largest number of connected clients, and the time that a connection may be open without a
 * token.
 *
 * @param most the most clients over all protocols
 * @param mostOf the most clients by the name of a port; a missing port has no bound of its own
 * @param tokenWithin the time in which a connection must show a token, if tokens are required
 */
public record ConnectionBounds(int most, Map<String, Integer> mostOf, Duration tokenWithin) {

  /** Copies the bounds of the ports. */
  public ConnectionBounds {
    mostOf = Map.copyOf(mostOf);
  }
}
