package io.mintmark.error;

/**
 * Thrown when no id is left for a call: the end of a line, of a sequence's numbers or of the time
 * bits of an id is reached, or no tick has as many numbers as one call asked for. A later call
 * fails in the same way; a call for fewer ids may succeed. Nothing wraps around. Where only the
 * numbers of the present tick are used up, a {@link TickExhaustedException} is thrown instead.
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

  @Override
  public String code() {
    return "exhausted";
  }
}
