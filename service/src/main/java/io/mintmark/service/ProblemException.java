package io.mintmark.service;

import io.mintmark.error.MintmarkException;

/** A request that is refused, for a reason that only services have. */
public class ProblemException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  private final Problem.Kind kind;
  private final int retryAfterSeconds;

  /** Says why, as programs tell it apart and as people read it. */
  public ProblemException(Problem.Kind kind, String message) {
    this(kind, message, 0);
  }

  /** The same, with when to try again; 0 for when that kind of problem usually ends. */
  public ProblemException(Problem.Kind kind, String message, int retryAfterSeconds) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Why it is refused. */
  public final Problem.Kind kind() {
    return kind;
  }

  /** In how many seconds it would be done; 0 if only the kind of problem tells. */
  final int retryAfterSeconds() {
    return retryAfterSeconds;
  }
}
