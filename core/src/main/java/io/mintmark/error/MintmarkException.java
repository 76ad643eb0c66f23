package io.mintmark.error;

/**
 * The root of all exceptions that Mintmark throws when an id cannot be made or read. Messages say
 * what is wrong, the values that show it, and what follows; see {@link Message}.
 *
 * <p>An error of the JVM, such as {@link OutOfMemoryError}, that strikes on the caller's own thread
 * is thrown as it is, and no id is issued. One that strikes on a thread of Mintmark's is the cause
 * of a {@link StoreUnavailableException}, as are all in a future, unless there is no memory even
 * for that. A later call works when the error's reason is gone.
 */
public class MintmarkException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message what is wrong, the values that show it, and what follows
   */
  public MintmarkException(String message) {
    super(message);
  }

  /**
   * Makes one with its cause.
   *
   * @param message what is wrong, the values that show it, and what follows
   * @param cause what led to it
   */
  public MintmarkException(String message, Throwable cause) {
    super(message, cause);
  }
}
