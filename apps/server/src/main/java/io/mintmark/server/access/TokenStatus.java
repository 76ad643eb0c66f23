package io.mintmark.server.access;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * How a token does.
 *
 * @param name the token's
 * @param admitted requests that were let through since the start of the server
 * @param byCredential those of them that came with each hash, by its start, or with a certificate
 * @param refused requests that the token does not allow, or that came with it after its end or from
 *     elsewhere
 * @param limited requests beyond its rate, or beyond what it may make in a day
 * @param expires when it ends, if it does
 */
public record TokenStatus(
    String name,
    long admitted,
    Map<String, Long> byCredential,
    long refused,
    long limited,
    Optional<Instant> expires) {}
