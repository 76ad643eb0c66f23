package io.mintmark.service;

import io.mintmark.error.MintmarkException;
import java.time.Duration;
import java.util.Optional;

/**
 * Thrown if the service refuses a request for a reason that the library's own exceptions do not
 * cover.
 */
public class ProblemException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  private final Problem.Kind kind;
  private final int retryAfterSeconds;

  /** Makes a refusal with its kind, for programs, and its reason, for people. */
  public ProblemException(Problem.Kind kind, String message) {
    this(kind, message, 0);
  }

  /** Makes a refusal that states when to try again. 0 stands for the usual time of the kind. */
  public ProblemException(Problem.Kind kind, String message, int retryAfterSeconds) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Returns the kind of the reason. */
  public final Problem.Kind kind() {
    return kind;
  }

  @Override
  public final String code() {
    return kind.code();
  }

  @Override
  public final boolean isTransient() {
    return retryAfterSeconds > 0
        || kind == Problem.Kind.OVERLOADED
        || kind == Problem.Kind.IDEMPOTENCY_KEY_IN_USE;
  }

  @Override
  public final Optional<Duration> retryAfter() {
    return retryAfterSeconds > 0
        ? Optional.of(Duration.ofSeconds(retryAfterSeconds))
        : super.retryAfter();
  }
}
