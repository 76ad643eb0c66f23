package io.mintmark.server.net;

import java.time.Instant;
import java.util.List;

/**
 * A request whose answer took long.
 *
 * @param id counts them from 0, in the order of their answers
 * @param at when it was answered
 * @param tookMicros how long it waited for its answer after its turn had come
 * @param call what was asked for: the command or the route, and the name that it is about
 * @param token the name of the token that it came with
 * @param connection what it came over
 */
public record SlowRequest(
    long id,
    Instant at,
    long tookMicros,
    List<String> call,
    String token,
    OpenConnection connection) {}
