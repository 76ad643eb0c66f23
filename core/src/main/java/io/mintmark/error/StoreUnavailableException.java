package io.mintmark.error;

/**
 * Thrown when the store did not answer in time, or said that it cannot. The call may have taken
 * effect in the store nevertheless: then its range is burned, never handed out. Generators recover
 * by themselves when the store is back.
 *
 * <p>A call that could not wait for the store throws this too: its thread was interrupted (and
 * stays so), the process is suspended for a snapshot, too many calls wait, or the system has no
 * threads left.
 */
public final class StoreUnavailableException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message what is wrong, the values that show it, and what follows
   */
  public StoreUnavailableException(String message) {
    super(message);
  }

  /**
   * Makes one with its cause.
   *
   * @param message what is wrong, the values that show it, and what follows
   * @param cause what led to it
   */
  public StoreUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
