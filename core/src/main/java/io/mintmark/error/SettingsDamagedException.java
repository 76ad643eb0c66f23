package io.mintmark.error;

/**
 * Thrown when somebody changed the line that keeps the fingerprint of a generator's settings, so
 * that settings cannot be compared with it any more. No id of that name is issued until an
 * administrator has put the line back; other names go on.
 */
public final class SettingsDamagedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message what is wrong, the values that show it, and what follows
   */
  public SettingsDamagedException(String message) {
    super(message);
  }

  @Override
  public String code() {
    return "settings";
  }
}
