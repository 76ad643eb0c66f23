package io.mintmark.error;

/** Thrown by a call to a Mintmark, generator or store that has been closed. */
public final class ClosedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public ClosedException(String message) {
    super("closing", false, message);
  }
}
