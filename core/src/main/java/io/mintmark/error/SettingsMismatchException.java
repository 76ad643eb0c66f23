package io.mintmark.error;

/**
 * Thrown when a name or a worker pool was used before with different settings. Only settings on
 * which uniqueness or the promised order depends are compared. To use the new settings, choose a
 * new name or pool.
 */
public final class SettingsMismatchException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public SettingsMismatchException(String message) {
    super("settings", false, message, null);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message the problem, the values that show it, and the consequence
   * @param cause the underlying failure
   */
  public SettingsMismatchException(String message, Throwable cause) {
    super("settings", false, message, cause);
  }
}
