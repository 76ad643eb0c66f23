package io.mintmark.error;

/**
 * This process's clock stands so far ahead of the store's that a claim by it would move a line into
 * the future for all. Nothing was claimed.
 */
public final class ClockAheadException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message the rule, what broke it, and what follows
   */
  public ClockAheadException(String message) {
    super(message);
  }
}
