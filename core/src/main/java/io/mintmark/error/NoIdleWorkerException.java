package io.mintmark.error;

/**
 * Every worker number in the range is held by somebody. No id was issued.
 */
public final class NoIdleWorkerException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message what is wrong, the values that show it, and what follows
   */
  public NoIdleWorkerException(String message) {
    super(message);
  }
}
