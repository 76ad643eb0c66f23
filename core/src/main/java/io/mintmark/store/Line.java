package io.mintmark.store;

import java.time.Instant;

/**
 * An entry in a list of lines: a line's name, position and note.
 *
 * @param name the line's name, see {@link ClaimStore}
 * @param next the position at which the next claim with {@code atLeast} 0 would start; for a line
 *     under {@code spec/} a fingerprint
 * @param note the line's note, or empty
 * @param updated when the line last moved, by the clock of the engine or of the writing process
 */
public record Line(String name, long next, String note, Instant updated) {}
