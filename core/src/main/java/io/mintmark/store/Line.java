package io.mintmark.store;

import io.mintmark.error.Message;
import java.time.Instant;

/**
 * An entry in a list of lines: a line's name, position and note.
 *
 * @param name the line's name, see {@link LineName}
 * @param next the position at which the next claim with {@code atLeast} 0 would start; for a line
 *     under {@code spec/} a fingerprint
 * @param note the line's note, or empty
 * @param updated when the line last moved, by the clock of the engine or of the writing process
 */
public record Line(String name, long next, String note, Instant updated) {

  /** The longest note, in characters. */
  public static final int MAX_NOTE_LENGTH = 1000;

  /**
   * Checks a note before it is stored.
   *
   * @param note any text
   * @return the note
   * @throws IllegalArgumentException if the note is too long or contains a control character
   */
  public static String checkNote(String note) {
    if (note.length() > MAX_NOTE_LENGTH) {
      throw new IllegalArgumentException(Message.of(
          "the note is longer than {} characters: length={}", MAX_NOTE_LENGTH, note.length()));
    }
    for (int i = 0; i < note.length(); i++) {
      if (Character.isISOControl(note.charAt(i))) {
        throw new IllegalArgumentException(Message.of(
            "the note has a control character: character={}, index={}", (int) note.charAt(i), i));
      }
    }
    return note;
  }
}
