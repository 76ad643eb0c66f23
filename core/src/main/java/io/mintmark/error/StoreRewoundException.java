package io.mintmark.error;

/**
 * Thrown when the store has forgotten claims that it had acknowledged: a claim's answer lies below
 * the end of what this process already owns, so others may be given the same positions. This
 * generator issues no id again, even when the line is higher later: it cannot tell a line that an
 * administrator has raised from one that other processes moved on. Raise the line past every loss,
 * then start the process again.
 */
public final class StoreRewoundException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message what is wrong, the values that show it, and what follows
   */
  public StoreRewoundException(String message) {
    super(message);
  }

  /**
   * Makes one with its cause.
   *
   * @param message what is wrong, the values that show it, and what follows
   * @param cause what led to it
   */
  public StoreRewoundException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public String code() {
    return "store-rewound";
  }
}
