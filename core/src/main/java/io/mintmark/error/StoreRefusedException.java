package io.mintmark.error;

/**
 * Thrown when the store answered that this process may not do what it asked for: its token, or its
 * certificate, is not known there, or is not for this line. Nothing was changed. Waiting does not
 * help, so nothing waits; as soon as somebody has given the process the right, its generators make
 * ids again.
 */
public final class StoreRefusedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message what is wrong, the values that show it, and what follows
   */
  public StoreRefusedException(String message) {
    super(message);
  }

  /**
   * Makes one with its cause.
   *
   * @param message what is wrong, the values that show it, and what follows
   * @param cause what led to it
   */
  public StoreRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
