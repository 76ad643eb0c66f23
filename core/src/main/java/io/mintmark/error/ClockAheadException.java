package io.mintmark.error;

/**
 * Thrown when this process's clock is too far ahead of the store's clock, or, if the store lacks a
 * clock, more than a day later than the last claimed time. A claim with this clock would move the
 * line (the counter in the store) into the future for all processes. Nothing was claimed.
 */
public final class ClockAheadException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public ClockAheadException(String message) {
    super("clock", true, message);
  }
}
