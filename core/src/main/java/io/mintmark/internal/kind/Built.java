package io.mintmark.internal.kind;

import io.mintmark.internal.line.Lifecycle;

/**
 * A generator, with the lifecycle that stops it.
 *
 * @param generator what callers make ids from; it cannot be closed, as it is shared
 * @param lifecycle for the Mintmark that hands the generator out, and nobody else
 * @param <G> the generator's kind
 */
public record Built<G>(G generator, Lifecycle lifecycle) {}
