package io.mintmark.cli.ids;

/** The statistics of all ids of one kind. Their size is bounded for any number of ids. */
abstract class Profile {

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
    // A UUID that consists of digits and hyphens is not a number.
    digitsOnly = digitsOnly && id.text().chars().allMatch(c -> c <= '9' && c != '-');
    add(id, line);
  }

  /** Adds an id of this kind to the statistics of the subclass. */
  abstract void add(ParsedId id, long line);

  /**
   * Returns the kind. Returns {@code TEXT} if the ids have the form of their kind only by chance.
   * Most ids of a kind with letters contain a letter: if no id does, the ids are numbers with many
   * digits.
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
