package io.mintmark.error;

/**
 * What was asked is closed.
 */
public final class ClosedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message the rule, what broke it, and what follows
   */
  public ClosedException(String message) {
    super(message);
  }

  /**
   * Makes one with its cause.
   *
   * @param message the rule, what broke it, and what follows
   * @param cause what led to it
   */
  public ClosedException(String message, Throwable cause) {
    super(message, cause);
  }
}
