package io.mintmark.cli.ids;

import java.util.function.IntPredicate;

/** The statistics of all ids of one kind. Their size is bounded, whatever the number of ids. */
abstract class Profile {

  /** Numbers of many digits have the length of ids that contain letters. */
  private static final IntPredicate NOT_A_DIGIT = c -> c > '9' || c == '-';

  private final IdKind kind;
  private String example = "";
  private long firstLine;
  private long count;
  private boolean digitsOnly = true;

  Profile(IdKind kind) {
    this.kind = kind;
  }

  /** Adds an id of this kind. Line numbers must rise. */
  final void take(ParsedId id, long line) {
    if (count++ == 0) {
      example = id.text();
      firstLine = line;
    }
    digitsOnly = digitsOnly && id.text().chars().noneMatch(NOT_A_DIGIT);
    add(id, line);
  }

  /** Adds an id of this kind to the statistics of the subclass. */
  abstract void add(ParsedId id, long line);

  /**
   * Returns the kind; text if the ids are of another kind by chance. Most ids with letters have
   * some: if none has, the ids are numbers of many digits.
   */
  final IdKind kind() {
    return kind != IdKind.NUMBER && digitsOnly ? IdKind.TEXT : kind;
  }

  final long count() {
    return count;
  }

  /** The first id. */
  final String example() {
    return example;
  }

  /** The line of the first id. */
  final long firstLine() {
    return firstLine;
  }
}
