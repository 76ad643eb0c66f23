package io.mintmark.error;

/**
 * Thrown when this process's clock is too far ahead: of the store's clock, or, where the store has
 * none, by more than a day of where the lines stand. A claim by it would move the line into the
 * future for all processes. Nothing was claimed.
 */
public final class ClockAheadException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message what is wrong, the values that show it, and what follows
   */
  public ClockAheadException(String message) {
    super(message);
  }

  @Override
  public String code() {
    return "clock";
  }

  @Override
  public boolean isTransient() {
    return true;
  }
}
