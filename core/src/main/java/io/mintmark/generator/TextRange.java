package io.mintmark.generator;

/**
 * A half-open range of ids as text, for a filter such as {@code id >= from and id < to} on a
 * database column that is compared by the codes of its characters.
 *
 * @param from the start; no id of the range is before it
 * @param to the end, exclusive
 */
public record TextRange(String from, String to) {}
