package io.mintmark.error;

/**
 * This process's clock stands behind the last id by more than the tolerance. No id was issued.
 */
public final class ClockBehindException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message the rule, what broke it, and what follows
   */
  public ClockBehindException(String message) {
    super(message);
  }

  /**
   * Makes one with its cause.
   *
   * @param message the rule, what broke it, and what follows
   * @param cause what led to it
   */
  public ClockBehindException(String message, Throwable cause) {
    super(message, cause);
  }
}
