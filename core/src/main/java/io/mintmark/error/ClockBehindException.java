package io.mintmark.error;

/**
 * Thrown when this process's clock is too far back: behind the last id by more than the tolerance,
 * before the first time that an id can show, or behind a time that the store requires. No id was
 * issued.
 */
public final class ClockBehindException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public ClockBehindException(String message) {
    super("clock", true, message, null);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message the problem, the values that show it, and the consequence
   * @param cause the underlying failure
   */
  public ClockBehindException(String message, Throwable cause) {
    super("clock", true, message, cause);
  }
}
