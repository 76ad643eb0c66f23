package io.mintmark.error;

/**
 * Thrown when this process's clock is too far back. It is behind the last id, or behind the claims
 * of other processes, by more than the tolerance, or before the first time that an id can show. On
 * a store that can lose writes, it may also be before the earliest time that can be claimed. No id
 * was issued.
 */
public final class ClockBehindException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public ClockBehindException(String message) {
    super("clock", true, message);
  }
}
