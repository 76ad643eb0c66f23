package io.mintmark.server.net;

import java.time.Duration;
import java.util.Map;

/**
 * How many clients may be connected at a time, and how long a connection may be without one.
 *
 * @param most over all protocols
 * @param mostOf by the name of a port, how many of its clients; one that is not here has no bound
 *     of its own
 * @param tokenWithin how long a connection may take to show a token, where one is asked for
 */
public record ConnectionBounds(int most, Map<String, Integer> mostOf, Duration tokenWithin) {

  /** Copies the bounds of the protocols. */
  public ConnectionBounds {
    mostOf = Map.copyOf(mostOf);
  }
}
