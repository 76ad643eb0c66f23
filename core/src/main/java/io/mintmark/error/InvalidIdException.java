package io.mintmark.error;

/**
 * Thrown when a text or number is not a valid id of the expected form. The message describes the
 * fault and its position in the text.
 */
public final class InvalidIdException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public InvalidIdException(String message) {
    super("invalid-id", false, message);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message the problem, the values that show it, and the consequence
   * @param cause the underlying failure
   */
  public InvalidIdException(String message, Throwable cause) {
    super("invalid-id", false, message, cause);
  }
}
