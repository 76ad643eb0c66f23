package io.mintmark.error;

/**
 * Thrown when there is no id left for a call. Either the end is reached for good (of a line, of a
 * sequence's numbers, or of the time bits of an id), or the numbers of the present time are used
 * up and a later call, or one for fewer ids, can succeed. The message says which. Nothing wraps
 * around.
 */
public final class ExhaustedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message what is wrong, the values that show it, and what follows
   */
  public ExhaustedException(String message) {
    super(message);
  }

  /**
   * Makes one with its cause.
   *
   * @param message what is wrong, the values that show it, and what follows
   * @param cause what led to it
   */
  public ExhaustedException(String message, Throwable cause) {
    super(message, cause);
  }
}
