package io.mintmark.error;

/**
 * What was asked is closed.
 */
public final class ClosedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message the rule, what broke it, and what follows
   */
  public ClosedException(String message) {
    super(message);
  }
}
