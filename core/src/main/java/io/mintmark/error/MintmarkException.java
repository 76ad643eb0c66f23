package io.mintmark.error;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The root of all exceptions that Mintmark throws when an id cannot be made or read. A message
 * contains the problem, the values that show it, and the consequence; see {@link Message}.
 *
 * <p>An error of the JVM, such as {@link OutOfMemoryError}, is thrown unchanged if it occurs on the
 * caller's own thread, and no id is issued. If it occurs on a thread of Mintmark, or in a call that
 * returns a future, it is wrapped in a {@link StoreUnavailableException}; if that exception cannot
 * be allocated, the error itself is passed on. Later calls work once the reason for the error is
 * gone.
 */
public class MintmarkException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String code;
  private final boolean passes;

  /** How long the problem lasts; zero if this is not known. */
  final Duration lasts;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public MintmarkException(String message) {
    this("internal", false, message);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message the problem, the values that show it, and the consequence
   * @param cause the underlying failure
   */
  public MintmarkException(String message, Throwable cause) {
    this("internal", false, message, cause);
  }

  /** Creates an exception of a subclass in this package. Its cause can be set later. */
  MintmarkException(String code, boolean passes, String message) {
    this(code, passes, message, Duration.ZERO);
  }

  /** Creates an exception of a subclass in this package, for a problem that lasts a known time. */
  MintmarkException(String code, boolean passes, String message, Duration lasts) {
    super(message);
    this.code = code;
    this.passes = passes;
    this.lasts = Objects.requireNonNull(lasts, "lasts");
  }

  /** Creates an exception of a subclass in this package. */
  MintmarkException(String code, boolean passes, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
    this.passes = passes;
    this.lasts = Duration.ZERO;
  }

  /**
   * Returns a constant word for this type of problem. The server's answers contain it, and metrics
   * have it as a label.
   *
   * @return for example {@code store-unavailable}; later versions may add words
   */
  public String code() {
    return code;
  }

  /**
   * Returns whether the same call can succeed later without a change by a person.
   *
   * @return false if a setting, the program or the store has to be changed first
   */
  public boolean isTransient() {
    return passes;
  }

  /**
   * Returns how long to wait before the next attempt.
   *
   * @return the time to wait, a second if it is not known; empty if this is not {@linkplain
   *     #isTransient transient}
   */
  public Optional<Duration> retryAfter() {
    return Optional.of(lasts.isZero() ? Duration.ofSeconds(1) : lasts)
        .filter(wait -> isTransient());
  }
}
