package io.mintmark.server.net;

/**
 * A connection as described to its client.
 *
 * @param id a number that is unique among all connections of this server since its start
 * @param from the client's address and port
 * @param to the server's address and port
 * @param ageSeconds how long it has been open
 */
public record OpenConnection(long id, String from, String to, long ageSeconds) {}
