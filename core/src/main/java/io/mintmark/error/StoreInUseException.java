package io.mintmark.error;

/**
 * Thrown when an embedded store is already open, in this process or in another one. If this process
 * has the store open, use the Mintmark that opened it. If a Mintmark server has the store open,
 * connect to that server. Nothing was changed.
 */
public final class StoreInUseException extends StoreUnavailableException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   * @param byThisProcess whether this process has the store open; if so, waiting does not help
   */
  public StoreInUseException(String message, boolean byThisProcess) {
    super("store-in-use", !byThisProcess, message);
  }
}
