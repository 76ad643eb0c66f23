package io.mintmark.error;

/**
 * Thrown when processes hold every worker number in the range. No id was issued. The message
 * includes the count of numbers that this process itself holds, because each open Mintmark holds
 * numbers of its own.
 */
public final class NoIdleWorkerException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public NoIdleWorkerException(String message) {
    super("no-idle-worker", true, message);
  }
}
