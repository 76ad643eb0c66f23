package io.mintmark.error;

/**
 * The lines of this store were moved to another, or are being moved now. No position of theirs is
 * claimed here ever again. The process goes on when it is pointed at the other store; what it has
 * claimed here before stays its own.
 */
public final class LineMovedException extends MintmarkException {

  private static final long serialVersionUID = 1L;

  private final String target;

  /**
   * Makes one.
   *
   * @param message the rule, what broke it, and what follows
   * @param target the other store's URL without secrets, as it was written when the lines were
   *     moved
   */
  public LineMovedException(String message, String target) {
    super(message);
    this.target = target;
  }

  /**
   * Returns where the lines went.
   *
   * @return the other store's URL without secrets
   */
  public String target() {
    return target;
  }
}
