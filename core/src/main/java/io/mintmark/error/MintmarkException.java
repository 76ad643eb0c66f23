package io.mintmark.error;

/**
 * The root of all exceptions that Mintmark throws when an id cannot be made or read. Messages say
 * what is wrong, the values that show it, and what follows; see {@link Message}.
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
