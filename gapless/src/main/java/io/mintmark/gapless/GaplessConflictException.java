package io.mintmark.gapless;

import io.mintmark.error.MintmarkException;

/**
 * Thrown when another transaction stood in the way: it held the counter for longer than the
 * timeout, or the database ended one of two transactions that waited for each other. No number was
 * taken. Roll the transaction back, and repeat it as a whole.
 */
public final class GaplessConflictException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  GaplessConflictException(String message) {
    super(message);
  }

  /**
   * Makes one.
   *
   * @param message what is wrong, the values that show it, and what follows
   * @param cause what the driver threw
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
