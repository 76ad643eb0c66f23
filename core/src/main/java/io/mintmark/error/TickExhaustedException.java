package io.mintmark.error;

import java.time.Duration;

/**
 * Thrown when the numbers of the present tick (the unit of time in an id) are used up, and the next
 * tick begins only after the call's deadline. No id was issued. A call in a later tick succeeds.
 */
public final class TickExhaustedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   * @param nextTickIn the time until numbers are free again, by this process's clock
   */
  public TickExhaustedException(String message, Duration nextTickIn) {
    super("tick-exhausted", true, message, nextTickIn);
  }
}
