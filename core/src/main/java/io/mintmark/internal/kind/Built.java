package io.mintmark.internal.kind;

import io.mintmark.internal.line.Lifecycle;

/**
 * A generator and its lifecycle.
 *
 * @param generator the generator for callers; it cannot be closed, because it is shared
 * @param lifecycle closes and suspends the generator; only the Mintmark that hands out the
 *     generator uses it
 * @param <G> the generator's kind
 */
public record Built<G>(G generator, Lifecycle lifecycle) {}
