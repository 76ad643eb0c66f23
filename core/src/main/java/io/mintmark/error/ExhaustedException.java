package io.mintmark.error;

/**
 * Thrown when no id is left for a call. Either a line (a counter in the store), the numbers of a
 * sequence or the time bits of an id have reached their end. Or one call requires more numbers than
 * are left, or than a tick (the unit of time in an id) has. A later call fails in the same way; a
 * call for fewer ids may succeed. Ids never wrap around. If only the numbers of the present tick
 * are used up, a {@link TickExhaustedException} is thrown instead.
 */
public final class ExhaustedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public ExhaustedException(String message) {
    super("exhausted", false, message);
  }
}
