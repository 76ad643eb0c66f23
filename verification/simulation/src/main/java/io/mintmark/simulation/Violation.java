package io.mintmark.simulation;

import org.jspecify.annotations.Nullable;

/** A promise was broken. */
final class Violation extends RuntimeException {

  private static final long serialVersionUID = 1;

  final transient @Nullable MadeId id;

  Violation(String message) {
    this(message, null, null);
  }

  Violation(String message, @Nullable Throwable cause) {
    this(message, cause, null);
  }

  Violation(String message, MadeId id) {
    this(message, null, id);
  }

  private Violation(String message, @Nullable Throwable cause, @Nullable MadeId id) {
    super(message, cause);
    this.id = id;
  }

  /**
   * The id that shows a violation.
   *
   * @param subject the generator that made it
   * @param id the id
   * @param earlier the id that it had to follow, if it is out of order; otherwise -1
   */
  record MadeId(Subject subject, long id, long earlier) {

    /** Whether either of the two ids was made from a line. */
    boolean isOn(String line) {
      return line.equals(subject.lineOf(id))
          || (earlier >= 0 && line.equals(subject.lineOf(earlier)));
    }
  }

  /** Returns the broken promise, without names and numbers. */
  static String promise(Throwable violation) {
    return String.valueOf(violation.getMessage()).replaceFirst("[:;].*", "");
  }
}
