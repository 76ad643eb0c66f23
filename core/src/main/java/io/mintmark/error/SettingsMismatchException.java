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
    super("settings", false, message);
  }
}
