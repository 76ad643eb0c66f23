package io.mintmark.store;

import java.time.Instant;

/**
 * Since when an engine that can forget remembers all that it acknowledges: since it came up, was
 * promoted from a replica, or was emptied. Within one life nothing is forgotten.
 *
 * @param id names the life; another one after each event that may have lost writes, and never the
 *     same again
 * @param began when it began, by the engine's clock, or later: the moment at which somebody first
 *     saw it, where the engine does not say
 * @param now the engine's clock, read for this answer
 */
public record EngineLife(String id, Instant began, Instant now) {}
