package io.mintmark.error;

/**
 * The store has forgotten claims that it had acknowledged: a claim's answer lies below the end of
 * what this process already owns, so others may be given the same positions. No id is issued until
 * the line has been raised past the loss.
 */
public final class StoreRewoundException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message the rule, what broke it, and what follows
   */
  public StoreRewoundException(String message) {
    super(message);
  }

  /**
   * Makes one with its cause.
   *
   * @param message the rule, what broke it, and what follows
   * @param cause what led to it
   */
  public StoreRewoundException(String message, Throwable cause) {
    super(message, cause);
  }
}
