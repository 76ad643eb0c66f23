package io.mintmark.generator;

/**
 * A half-open range of 64-bit ids, for a filter such as {@code id >= from and id < to}.
 *
 * @param from the first id
 * @param to the end, exclusive
 */
public record LongRange(long from, long to) {}
