package io.mintmark.error;

/**
 * Thrown when the store refuses this process: its token, or its certificate, is not known there, or
 * is not for this line, or the server behind {@code mintmark://} has another store than before.
 * Nothing was changed. Waiting does not help, so nothing waits. As soon as an administrator has
 * removed the cause, the process's generators make ids again.
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

  @Override
  public String code() {
    return "store-refused";
  }
}
