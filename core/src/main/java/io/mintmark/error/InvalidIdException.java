package io.mintmark.error;

/**
 * Thrown when a text or number is not the id that it was read as. The message says what is wrong
 * and where.
 */
public final class InvalidIdException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message what is wrong, the values that show it, and what follows
   */
  public InvalidIdException(String message) {
    super(message);
  }

  /**
   * Makes one with its cause.
   *
   * @param message what is wrong, the values that show it, and what follows
   * @param cause what led to it
   */
  public InvalidIdException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public String code() {
    return "invalid-id";
  }
}
