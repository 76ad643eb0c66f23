package io.mintmark.cli.ids;

/**
 * A line that repeats an earlier line.
 *
 * @param id the id
 * @param firstLine the line of its first occurrence, counted from 1
 * @param line the line that repeats it
 */
public record Duplicate(String id, long firstLine, long line) {}
