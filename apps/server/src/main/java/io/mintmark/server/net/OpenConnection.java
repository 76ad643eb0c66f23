package io.mintmark.server.net;

/**
 * A connection as it was at a moment.
 *
 * @param id a number that no other connection of this server has or had since its start
 * @param protocol the name of the port that it came to
 * @param from the client's address and port
 * @param to the server's
 * @param ageSeconds how long it has been open
 * @param idleSeconds for how long nothing has come from the client
 * @param client what is known of the client
 */
public record OpenConnection(
    long id,
    String protocol,
    String from,
    String to,
    long ageSeconds,
    long idleSeconds,
    ConnectedClient client) {}
