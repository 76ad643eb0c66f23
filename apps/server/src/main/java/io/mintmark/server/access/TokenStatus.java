package io.mintmark.server.access;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The use and the expiry of a token.
 *
 * @param name the token's name
 * @param admitted requests that were permitted since the start of the server
 * @param byCredential the permitted requests by credential: by the start of each hash, or by
 *     certificate
 * @param refused requests that the token does not permit, or that came after its expiry
 * @param limited requests beyond its rate
 * @param expires when it expires, if ever
 */
public record TokenStatus(
    String name,
    long admitted,
    Map<String, Long> byCredential,
    long refused,
    long limited,
    Optional<Instant> expires) {}
