package io.mintmark.service;

import io.mintmark.error.MintmarkException;

/** A request is refused for a reason that only services have. */
public class ProblemException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  private final Problem.Kind kind;
  private final int retryAfterSeconds;

  /** Makes an exception with a kind for programs and a message for people. */
  public ProblemException(Problem.Kind kind, String message) {
    this(kind, message, 0);
  }

  /**
   * Makes an exception that also states when to try again; 0 for the default of that kind of
   * problem.
   */
  public ProblemException(Problem.Kind kind, String message, int retryAfterSeconds) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The kind of problem. */
  public final Problem.Kind kind() {
    return kind;
  }

  /** When to try again, in seconds; 0 for the default of the kind of problem. */
  final int retryAfterSeconds() {
    return retryAfterSeconds;
  }
}
