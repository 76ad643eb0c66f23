package io.mintmark.error;

import java.time.Duration;

/**
 * Thrown when the store did not answer before the deadline, or answered that it is unavailable. The
 * call may still have taken effect in the store. In that case its range is burned (claimed, but
 * never used). Generators recover automatically when the store is back.
 *
 * <p>A call also throws this exception if it cannot wait for the store, because the process is
 * suspended for a snapshot or because the system cannot start a thread. {@link
 * CallInterruptedException}, {@link TooManyCallsException} and {@link StoreInUseException} are
 * subclasses for special cases.
 */
public class StoreUnavailableException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public StoreUnavailableException(String message) {
    this(message, Duration.ZERO);
  }

  /**
   * Creates an exception for a store that will be available after a known time.
   *
   * @param message the problem, the values that show it, and the consequence
   * @param availableIn the time until the store can serve the request; zero if unknown
   */
  public StoreUnavailableException(String message, Duration availableIn) {
    super("store-unavailable", true, message, availableIn);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message the problem, the values that show it, and the consequence
   * @param cause the underlying failure
   */
  public StoreUnavailableException(String message, Throwable cause) {
    super("store-unavailable", true, message, cause);
  }

  /** Creates an exception of a subclass in this package. */
  StoreUnavailableException(String code, boolean passes, String message) {
    super(code, passes, message);
  }

  /**
   * Returns the time until the store can serve the request.
   *
   * @return the time; zero if it is unknown
   */
  public Duration availableIn() {
    return lasts;
  }
}
