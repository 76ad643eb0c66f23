package io.mintmark.error;

/**
 * The store did not answer in time, or said that it cannot. What was asked of it may have happened
 * all the same: a range is burned then, never handed out. Generators recover by themselves when the
 * store is back.
 */
public final class StoreUnavailableException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message the rule, what broke it, and what follows
   */
  public StoreUnavailableException(String message) {
    super(message);
  }

  /**
   * Makes one with its cause.
   *
   * @param message the rule, what broke it, and what follows
   * @param cause what led to it
   */
  public StoreUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
