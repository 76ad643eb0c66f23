package io.mintmark.server.service;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Whether the server can claim, and how long it makes ids if it cannot.
 *
 * @param problem why it cannot, if so
 * @param since when that was first found; the store is asked every ten seconds
 * @param runways how far each configured generator that claims ahead gets without the store, and of
 *     the names made by being asked for the one whose ids run dry first
 */
public record Readiness(Optional<Problem> problem, Optional<Instant> since, List<Runway> runways) {}
