package io.mintmark.internal.line;

/**
 * A generator, and what stops it.
 *
 * @param generator what callers make ids from
 * @param lifecycle for its owner, and nobody else
 * @param <G> the generator's kind
 */
public record Built<G>(G generator, Lifecycle lifecycle) {}
