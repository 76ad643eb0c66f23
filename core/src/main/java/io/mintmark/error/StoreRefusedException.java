package io.mintmark.error;

/**
 * Thrown when the store refuses this process. The process's token or certificate is unknown or not
 * valid for the line (the counter in the store), or the server behind {@code mintmark://} now uses
 * a different store. Nothing was changed. Waiting does not help, so no call waits. The process's
 * generators make ids again as soon as an administrator has removed the cause.
 */
public final class StoreRefusedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public StoreRefusedException(String message) {
    super("store-refused", false, message);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message the problem, the values that show it, and the consequence
   * @param cause the underlying failure
   */
  public StoreRefusedException(String message, Throwable cause) {
    super("store-refused", false, message, cause);
  }
}
