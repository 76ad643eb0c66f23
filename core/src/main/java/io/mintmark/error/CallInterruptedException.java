package io.mintmark.error;

/**
 * Thrown when the thread of a call that has to wait is interrupted. The thread stays interrupted,
 * and no id was issued.
 */
public final class CallInterruptedException extends StoreUnavailableException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public CallInterruptedException(String message) {
    super("interrupted", false, message);
  }
}
