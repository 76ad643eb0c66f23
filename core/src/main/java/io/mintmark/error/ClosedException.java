package io.mintmark.error;

/** Thrown when the Mintmark, generator or store that was called has been closed. */
public final class ClosedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message what is wrong, the values that show it, and what follows
   */
  public ClosedException(String message) {
    super(message);
  }

  @Override
  public String code() {
    return "closing";
  }
}
