package io.mintmark.error;

/**
 * Thrown when an embedded store is open already, in this process or in another one. In the same
 * process, use the Mintmark that has it open. From another process, use the server of the process
 * that has it open. Nothing was changed.
 */
public final class StoreInUseException extends StoreUnavailableException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message the problem, the values that show it, and the consequence
   * @param byThisProcess whether this process has the store open: then waiting does not help
   */
  public StoreInUseException(String message, boolean byThisProcess) {
    super("store-in-use", !byThisProcess, message, null);
  }
}
