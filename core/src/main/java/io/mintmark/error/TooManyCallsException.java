package io.mintmark.error;

/**
 * Thrown when more calls wait for a store than a process keeps waiting. The call was refused at
 * once, and changed nothing.
 */
public final class TooManyCallsException extends StoreUnavailableException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public TooManyCallsException(String message) {
    super("overloaded", true, message, null);
  }
}
