package io.mintmark.error;

/**
 * The root of what Mintmark throws when an id cannot be made or read. Messages say the rule, the
 * values that broke it, and what follows.
 */
public class MintmarkException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message the rule, what broke it, and what follows
   */
  public MintmarkException(String message) {
    super(message);
  }

  /**
   * Makes one with its cause.
   *
   * @param message the rule, what broke it, and what follows
   * @param cause what led to it
   */
  public MintmarkException(String message, Throwable cause) {
    super(message, cause);
  }
}
