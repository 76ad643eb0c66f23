package io.mintmark.service;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.key.FormatFault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Thrown if the service refuses a request for a reason that the library's own exceptions do not
 * cover.
 */
@SuppressWarnings("serial") // It never leaves the process.
public final class ProblemException extends MintmarkException {

  private final Problem problem;

  /** Makes a refusal with its kind, for programs, and its reason, for people. */
  public ProblemException(Problem.Kind kind, String message) {
    this(kind, message, 0);
  }

  /** Makes a refusal that states when to try again. 0 stands for the usual time of the kind. */
  public ProblemException(Problem.Kind kind, String message, int retryAfterSeconds) {
    this(new Problem(kind, message, List.of(), retryAfterSeconds));
  }

  /**
   * Makes a refusal.
   *
   * @param problem the reason; {@code retryAfterSeconds} of 0 stands for the usual time of the kind
   */
  ProblemException(Problem problem) {
    super(problem.detail());
    this.problem = problem;
  }

  /** Returns the kind of the reason. */
  public Problem.Kind kind() {
    return problem.kind();
  }

  /**
   * Returns every fault of a format of keys; empty for other problems. A fault of another setting
   * has no column, and its text begins with the setting's name.
   */
  public List<FormatFault> faults() {
    return problem.faults();
  }

  @Override
  public String code() {
    return kind().code();
  }

  @Override
  public boolean isTransient() {
    return problem.retryAfterSeconds() > 0
        || kind() == Problem.Kind.OVERLOADED
        || kind() == Problem.Kind.IDEMPOTENCY_KEY_IN_USE;
  }

  @Override
  public Optional<Duration> retryAfter() {
    return problem.retryAfterSeconds() > 0
        ? Optional.of(Duration.ofSeconds(problem.retryAfterSeconds()))
        : super.retryAfter();
  }
}
