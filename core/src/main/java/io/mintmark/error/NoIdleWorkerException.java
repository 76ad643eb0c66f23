package io.mintmark.error;

/**
 * Thrown when every worker number in the range is held. The message counts those that this process
 * itself holds: each open Mintmark holds numbers of its own. No id was issued.
 */
public final class NoIdleWorkerException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public NoIdleWorkerException(String message) {
    super("no-idle-worker", true, message, null);
  }
}
