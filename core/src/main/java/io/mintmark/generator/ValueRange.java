package io.mintmark.generator;

/**
 * A half-open range of ids, for a filter such as {@code id >= from and id < to} on a database
 * column. A column of texts must be compared by the codes of the characters, and a column of UUIDs
 * by their bytes.
 *
 * @param from the start; no id of the range is before it
 * @param to the end, exclusive
 * @param <T> the type of an id
 */
public record ValueRange<T>(T from, T to) {}
