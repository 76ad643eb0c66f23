package io.mintmark.simulation;

import org.jspecify.annotations.Nullable;

/** Something was seen that may never be. */
final class Violation extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** The id that it is about, and whose it is; none where it is about no id. */
  private final transient @Nullable MadeId id;

  Violation(String message) {
    super(message);
    this.id = null;
  }

  Violation(String message, Throwable cause) {
    super(message, cause);
    this.id = null;
  }

  Violation(String message, MadeId id) {
    super(message);
    this.id = id;
  }

  /**
   * An id that was made.
   *
   * @param subject the generator that made it
   * @param id the id
   * @param earlier the id that it had to come after, where it is about order; else -1
   */
  record MadeId(Subject subject, long id, long earlier) {

    /** Whether an id of the story was made from a line. */
    boolean isOn(String line) {
      return line.equals(subject.lineOf(id))
          || (earlier >= 0 && line.equals(subject.lineOf(earlier)));
    }
  }

  @Nullable
  MadeId id() {
    return id;
  }

  /** Says which promise was broken, without names and numbers. */
  static String promise(Throwable violation) {
    return String.valueOf(violation.getMessage()).replaceFirst("[:;].*", "");
  }
}
