package io.mintmark.store;

import java.time.Instant;

/**
 * A life of an engine that can lose writes: the time since it last started, was promoted from a
 * replica, or was emptied. Within one life it loses nothing.
 *
 * @param id names the life; it changes with each event that may have lost writes, and never comes
 *     again
 * @param began when it began, by the engine's clock, or later: the moment at which somebody first
 *     saw it, where the engine does not say
 * @param now the engine's clock, read for this answer
 */
public record EngineLife(String id, Instant began, Instant now) {}
