package io.mintmark.error;

/**
 * There is no further id: a line, a sequence's maximum or an id's time bits have come to their end.
 * Nothing wraps.
 */
public final class ExhaustedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message the rule, what broke it, and what follows
   */
  public ExhaustedException(String message) {
    super(message);
  }

  /**
   * Makes one with its cause.
   *
   * @param message the rule, what broke it, and what follows
   * @param cause what led to it
   */
  public ExhaustedException(String message, Throwable cause) {
    super(message, cause);
  }
}
