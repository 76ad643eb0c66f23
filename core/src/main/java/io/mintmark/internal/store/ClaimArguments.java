package io.mintmark.internal.store;

import static io.mintmark.internal.text.Arguments.check;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;

/** The rules for the arguments of a store's methods, which are the same for every engine. */
public final class ClaimArguments {

  /** The longest note, in characters. */
  public static final int MAX_NOTE_LENGTH = 1000;

  private ClaimArguments() {}

  /**
   * Checks the arguments of {@link LineStore#claim}.
   *
   * @param line the line's name
   * @param atLeast the lowest acceptable start
   * @param count the number of positions
   * @throws IllegalArgumentException if an argument is invalid
   * @throws ExhaustedException if no line can hold such a range
   */
  public static void checkClaim(String line, long atLeast, long count) {
    LineName.check(line);
    check(
        atLeast >= 0 && count >= 1,
        "atLeast is below 0, or count below 1: atLeast={}, count={}, line={}",
        atLeast,
        count,
        line);
    end(line, atLeast, count);
  }

  /**
   * Computes the end of a range.
   *
   * @param line the line's name, for the message
   * @param start the range's first position, 0 or more
   * @param count the number of positions, 1 or more
   * @return {@code start + count}
   * @throws ExhaustedException if the end is above {@link Long#MAX_VALUE}
   */
  public static long end(String line, long start, long count) {
    if (count > Long.MAX_VALUE - start) {
      throw new ExhaustedException(Message.of(
          "the claim would go past the line's end, 2^63 - 1: start={}, count={}, line={}; nothing"
              + " was claimed",
          start,
          count,
          line));
    }
    return start + count;
  }

  /**
   * Checks the arguments of {@link LineStore#compareAndSet}.
   *
   * @param line the line's name
   * @param expected the line's required position
   * @param next the line's new position
   * @throws IllegalArgumentException if an argument is invalid
   */
  public static void checkCompareAndSet(String line, long expected, long next) {
    LineName.check(line);
    if (expected < 0 || next <= expected) {
      throw new IllegalArgumentException(Message.of(
          "the new position is not above the expected one, or the expected one is below 0:"
              + " expected={}, next={}, line={}",
          expected,
          next,
          line));
    }
  }

  /**
   * Checks the arguments of {@link LineStore#lower}.
   *
   * @param line the line's name
   * @param expected the line's required position
   * @param next the line's new position
   * @throws IllegalArgumentException if an argument is invalid
   */
  public static void checkLower(String line, long expected, long next) {
    LineName.check(line);
    check(
        !LineName.isReserved(line),
        "Mintmark's own lines are never lowered: line={}; nothing was changed",
        line);
    check(
        next >= 1 && next < expected,
        "the new position is below 1, or not below the expected one: expected={}, next={}, line={};"
            + " nothing was changed",
        expected,
        next,
        line);
  }

  /**
   * Checks a note before it is stored.
   *
   * @param note any text
   * @return the note
   * @throws IllegalArgumentException if the note is too long or contains a control character
   */
  public static String checkNote(String note) {
    if (note.length() > MAX_NOTE_LENGTH || !note.matches("\\P{Cc}*")) {
      throw new IllegalArgumentException(Message.of(
          "the note has more than {} characters, or a control character: length={}, note='{}'",
          MAX_NOTE_LENGTH,
          note.length(),
          note.substring(0, Math.min(note.length(), MAX_NOTE_LENGTH))));
    }
    return note;
  }
}
