package io.mintmark.error;

/** Thrown when other processes hold every worker number of the range. No id was issued. */
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

  @Override
  public String code() {
    return "no-idle-worker";
  }

  @Override
  public boolean isTransient() {
    return true;
  }
}
