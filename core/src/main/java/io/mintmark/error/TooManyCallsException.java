package io.mintmark.error;

/**
 * Thrown when the maximum number of calls in this process already wait for the store. The call was
 * refused at once, and changed nothing.
 */
public final class TooManyCallsException extends StoreUnavailableException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public TooManyCallsException(String message) {
    super("overloaded", true, message);
  }
}
