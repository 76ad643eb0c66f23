package io.mintmark.error;

/**
 * Thrown when the fingerprint (a hash) of a generator's settings was changed in the store, so that
 * settings can no longer be compared with it. A separate line (a counter in the store) keeps the
 * fingerprint. No id of that name is issued until an administrator has restored the line.
 * Generators of other names continue.
 */
public final class SettingsDamagedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the problem, the values that show it, and the consequence
   */
  public SettingsDamagedException(String message) {
    super("settings", false, message);
  }
}
