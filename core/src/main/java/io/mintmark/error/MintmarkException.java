package io.mintmark.error;

/**
 * The root of all exceptions that Mintmark throws when an id cannot be made or read. A message
 * contains the problem, the values that show it, and the consequence; see {@link Message}.
 *
 * <p>An error of the JVM, such as {@link OutOfMemoryError}, on the caller's own thread is thrown
 * unchanged, and no id is issued. An error on a thread of Mintmark is the cause of a {@link
 * StoreUnavailableException}, as is every error in a future, unless not even that exception can be
 * allocated. Later calls work once the reason for the error is gone.
 */
public class MintmarkException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public MintmarkException(String message) {
    super(message);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message the problem, the values that show it, and the consequence
   * @param cause the underlying failure
   */
  public MintmarkException(String message, Throwable cause) {
    super(message, cause);
  }
}
