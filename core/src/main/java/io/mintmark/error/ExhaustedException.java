package io.mintmark.error;

/**
 * Thrown when no id is left for a call. Either the end is reached for good (of a line, of a
 * sequence's numbers, or of the time bits of an id), or the numbers of the present time are used
 * up. In the second case a later call, or one for fewer ids, can succeed. The message states which
 * case it is. Ids never wrap around.
 */
public final class ExhaustedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public ExhaustedException(String message) {
    super(message);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message the problem, the values that show it, and the consequence
   * @param cause the underlying failure
   */
  public ExhaustedException(String message, Throwable cause) {
    super(message, cause);
  }
}
