package io.mintmark.gapless;

import io.mintmark.error.MintmarkException;

/**
 * Thrown when another transaction was in the way: it held the counter for longer than the timeout,
 * or the database resolved a deadlock by ending one of two transactions. No number was taken. Roll
 * the transaction back, and repeat all of it.
 */
public final class GaplessConflictException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  GaplessConflictException(String message) {
    super(message);
  }

  /**
   * Makes an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   * @param cause the driver's exception
   */
  public GaplessConflictException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public String code() {
    return "gapless-conflict";
  }

  @Override
  public boolean isTransient() {
    return true;
  }
}
