package io.mintmark.server.net;

import java.util.Map;

/**
 * What a protocol knows of the client at the other end of a connection.
 *
 * @param token the name of the token that it showed last; empty if it has shown none that holds
 * @param name what it calls itself; empty if it does not say
 * @param agreed what else the two have agreed on, by names
 */
public record ConnectedClient(String token, String name, Map<String, String> agreed) {

  /** A client that nothing is known of yet. */
  static final ConnectedClient UNKNOWN = new ConnectedClient("", "", Map.of());
}
