package io.mintmark.error;

/**
 * A generator of this name exists with other settings that bear on uniqueness or on promised order.
 * A new layout is a new name.
 */
public final class SpecMismatchException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message the rule, what broke it, and what follows
   */
  public SpecMismatchException(String message) {
    super(message);
  }

  /**
   * Makes one with its cause.
   *
   * @param message the rule, what broke it, and what follows
   * @param cause what led to it
   */
  public SpecMismatchException(String message, Throwable cause) {
    super(message, cause);
  }
}
