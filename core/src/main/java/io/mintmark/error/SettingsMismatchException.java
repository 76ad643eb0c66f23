package io.mintmark.error;

/**
 * Thrown when a name, or a worker scope, was used before with other settings that bear on
 * uniqueness or on promised order. New settings need a new name or scope.
 */
public final class SettingsMismatchException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message what is wrong, the values that show it, and what follows
   */
  public SettingsMismatchException(String message) {
    super(message);
  }

  /**
   * Makes one with its cause.
   *
   * @param message what is wrong, the values that show it, and what follows
   * @param cause what led to it
   */
  public SettingsMismatchException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public String code() {
    return "settings";
  }
}
