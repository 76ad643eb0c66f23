package io.mintmark.error;

/**
 * Thrown when no id is left for a call: the end of a line, of a sequence's numbers or of the time
 * bits of an id is reached, or no tick has as many numbers as one call asked for. A later call
 * fails in the same way; a call for fewer ids may succeed. Ids never wrap around. Where only the
 * numbers of the present tick are used up, a {@link TickExhaustedException} is thrown instead.
 */
public final class ExhaustedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public ExhaustedException(String message) {
    super("exhausted", false, message, null);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message the problem, the values that show it, and the consequence
   * @param cause the underlying failure
   */
  public ExhaustedException(String message, Throwable cause) {
    super("exhausted", false, message, cause);
  }
}
