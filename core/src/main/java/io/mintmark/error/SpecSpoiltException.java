package io.mintmark.error;

/**
 * The line that keeps the fingerprint of a generator's settings was changed by somebody, so that
 * nothing can be compared with it. No id of that name is issued until an administrator has put the
 * line back; other names go on.
 */
public final class SpecSpoiltException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes one.
   *
   * @param message the rule, what broke it, and what follows
   */
  public SpecSpoiltException(String message) {
    super(message);
  }
}
