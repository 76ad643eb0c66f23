package io.mintmark.internal.kind;

import io.mintmark.internal.line.Lifecycle;

/**
 * A generator and its lifecycle.
 *
 * @param generator the generator for callers; it cannot be closed, because it is shared
 * @param lifecycle closes and suspends it; only for the Mintmark that hands the generator out
 * @param <G> the generator's kind
 */
public record Built<G>(G generator, Lifecycle lifecycle) {}
