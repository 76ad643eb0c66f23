package io.mintmark.gapless;

import io.mintmark.error.MintmarkException;

/**
 * Thrown after a conflict with another transaction. Either the other transaction had the counter
 * locked for longer than the timeout, or the database ended this transaction to resolve a deadlock.
 * No number was taken. Roll the transaction back, and repeat all of it.
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
